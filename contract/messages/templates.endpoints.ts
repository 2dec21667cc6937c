import { endpoint } from '../endpoint.ts';
import {
  template,
  templateChange,
  templateParams,
  templateReset,
  templates,
  templateValues,
  templateValuesQuery,
} from './templates.ts';

export const listTemplates = endpoint({
  method: 'GET',
  path: '/attendance/templates/',
  summary: 'The texts of letters and certificates, with fields in double braces',
  responses: { 200: templates },
  access: [['Settings', 'read']],
});

export const changeTemplate = endpoint({
  method: 'PATCH',
  path: '/attendance/templates/:kind/',
  summary: 'Change a text',
  description:
    'An unknown or unclosed field is refused with its place. 409 with `overtaken` (`by`, `at`) when it was changed since `version`.',
  params: templateParams,
  body: templateChange,
  responses: { 200: template },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Change template' },
});

export const resetTemplate = endpoint({
  method: 'POST',
  path: '/attendance/templates/:kind/reset/',
  summary: 'Return to the text that every institute begins with',
  params: templateParams,
  body: templateReset,
  responses: { 200: template },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Reset template' },
});

export const getTemplateValues = endpoint({
  method: 'GET',
  path: '/attendance/templates/:kind/values/',
  summary: 'The values of the fields for a student, for a preview',
  params: templateParams,
  query: templateValuesQuery,
  responses: { 200: templateValues },
  access: [['Settings', 'read']],
  notFound: true,
});
