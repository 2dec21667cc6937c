import { z } from 'zod';
import { evidence, evidenceQuery } from './contact-hour-evidence.ts';
import { contactHourList, contactHoursQuery } from './contact-hour-list.ts';
import { endpoint } from '../endpoint.ts';
import { idOrUuid } from '../fields.ts';

export const listContactHours = endpoint({
  method: 'GET',
  path: '/attendance/contact-hours/',
  summary: 'Contact hours of the students of a semester, by band',
  query: contactHoursQuery,
  responses: { 200: contactHourList },
  access: [['Red List Students', 'read']],
  isCostly: true,
});

export const getEvidence = endpoint({
  method: 'GET',
  path: '/attendance/contact-hours/:student/',
  summary: 'Contact hours of a student with every meeting, follow-up and letter of a period',
  params: z.object({ student: idOrUuid }),
  query: evidenceQuery,
  responses: { 200: evidence },
  access: [['Red List Students', 'read']],
  ownRowsUnless: ['Red List Students', 'edit'],
});

export const exportEvidence = endpoint({
  method: 'GET',
  path: '/attendance/contact-hours/:student/export/',
  summary: 'The same for an evidence file, recorded as an export',
  params: z.object({ student: idOrUuid }),
  query: evidenceQuery,
  responses: { 200: evidence },
  access: [['Red List Students', 'edit']],
  audit: { kind: 'export', what: 'Evidence of contact hours' },
  rateGroup: 'exports',
});
