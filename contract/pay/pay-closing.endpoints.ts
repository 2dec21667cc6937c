import { endpoint } from '../endpoint.ts';
import { payClosing, payClosingChange } from './pay-closing.ts';

export const getPayClosing = endpoint({
  method: 'GET',
  path: '/attendance/pay-closing/',
  summary: 'Read until when pay is closed',
  responses: { 200: payClosing },
  access: [['Timesheet Admin Portal', 'read']],
});

export const changePayClosing = endpoint({
  method: 'PATCH',
  path: '/attendance/pay-closing/',
  summary: 'Close pay until a date, or reopen it with a reason',
  body: payClosingChange,
  responses: { 200: payClosing },
  access: [['Timesheet Admin Portal', 'edit']],
  audit: { kind: 'pay', what: 'Close pay until a date' },
});
