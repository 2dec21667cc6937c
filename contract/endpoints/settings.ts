import { endpoint } from '../endpoint.ts';
import { cardNumbersPreview, cardNumbersQuery } from '../card-settings.ts';
import { settingsAnswer, settingsPatch } from '../settings.ts';

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
  description: 'A setting that the environment fixes is refused, by its name.',
  body: settingsPatch,
  responses: { 200: settingsAnswer },
  access: [['Settings', 'edit']],
  audit: 'history',
});

export const previewCardNumbers = endpoint({
  method: 'GET',
  path: '/attendance/settings/card-numbers/',
  summary: 'Count the cards that other settings of card numbers would store differently',
  query: cardNumbersQuery,
  responses: { 200: cardNumbersPreview },
  access: [['Settings', 'edit']],
});
