import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cardNumbersPreview, cardNumbersQuery, rewrittenCards } from './card-settings.ts';
import { settingsAnswer, settingsChange } from '../settings.ts';

export const getSettings = endpoint({
  method: 'GET',
  path: '/attendance/settings/',
  summary: 'Read what the institute has chosen',
  responses: { 200: settingsAnswer },
  access: [['Settings', 'read']],
});

export const changeSettings = endpoint({
  method: 'PATCH',
  path: '/attendance/settings/',
  summary: 'Change settings of the institute',
  description:
    'A setting that the environment fixes is refused, by its name. 409 with `overtaken` (`by`, `at`) when a setting has another value than `seen` says.',
  body: settingsChange,
  responses: { 200: settingsAnswer },
  access: [['Settings', 'edit']],
  audit: 'history',
});

/** What the browser shows, and where: an address that changes with the picture; null for none. */
const logo = z.object({ logo: z.string().nullable() });

export const setLogo = endpoint({
  method: 'POST',
  path: '/attendance/settings/logo/',
  summary: 'Set the picture of the institute: PNG, JPEG or WebP, judged by its content',
  form: true,
  responses: { 200: logo },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Change the logo' },
  rateGroup: 'uploads',
});

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/attendance/settings/logo/',
  summary: 'Show the mark of the product instead of the picture of the institute',
  responses: { 200: logo },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Change the logo' },
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/logo/',
  summary: 'The picture of the institute',
  /** A part of the address by which browsers keep the picture; any value answers the present one. */
  query: z.object({ v: z.string().max(100).optional() }),
  file: ['image/png', 'image/jpeg', 'image/webp'],
  access: 'public',
  notFound: true,
});

export const previewCardNumbers = endpoint({
  method: 'GET',
  path: '/attendance/settings/card-numbers/',
  summary: 'Count the cards that other settings of card numbers would store differently',
  query: cardNumbersQuery,
  responses: { 200: cardNumbersPreview },
  access: [['Settings', 'edit']],
});

export const rewriteCardNumbers = endpoint({
  method: 'POST',
  path: '/attendance/settings/card-numbers/rewrite/',
  summary: 'Store the numbers of all cards in the form of the present settings',
  description:
    'Needs the permissions to edit students and teachers as well. What somebody else would have too stays.',
  responses: { 200: rewrittenCards },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Rewrite card numbers' },
});
