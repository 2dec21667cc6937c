import type { PairCall, Rows } from './calls.ts';
import { call, post, roll } from './describe-call.ts';

export const pay: PairCall[] = [
  post('check in', 'class meeting tess', 'payroll-logs/create', roll, 'teacher'),
  call('complete the check-in', 'check-in', 'PATCH', checkIn, {
    body: () => ({ status: 'completed' }),
  }),
  call('the amount of the check-in', 'check-in', 'PATCH', checkIn, {
    body: () => ({ amount_need_to_be_paid: '70.00' }),
  }),
  call('another payee', 'check-in spare', 'PATCH', checkIn, {
    body: ({ teachers }) => ({ teacher_id: teachers.spare }),
  }),
  call('a pay code for the check-in', 'check-in pay-code', 'PATCH', checkIn, {
    body: ({ payCode }) => ({ payroll_id: payCode }),
  }),
  post('complete several', 'check-in', 'payroll-logs/bulk-update', ({ checkIn: id }) => ({
    ids: [id],
    status: 'completed',
  })),
  call('delete the check-in', 'check-in', 'DELETE', checkIn),
  call('change the pay code', 'pay-code', 'PATCH', ({ payCode }) => `payrolls/${payCode}`, {
    body: () => ({ amount: '61.00' }),
  }),
  call('delete the pay code', 'pay-code', 'DELETE', ({ payCode }) => `payrolls/${payCode}`),
  call('close pay', 'check-in class', 'PATCH', () => 'pay-closing', {
    body: () => ({ closed_until: '2026-02-28' }),
  }),
];

function checkIn({ checkIn: id }: Rows): string {
  return `payroll-logs/${id}`;
}
