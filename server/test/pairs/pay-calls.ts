import type { PairCall, Rows } from './calls.ts';
import { call, post, roll } from './describe-call.ts';

/** Closes February, and exports it. */
const payRun: PairCall = {
  name: 'make a pay run',
  about: ['check-in'],
  prepare: async ({ school, rows }) => {
    const done = { status: 'completed' };
    await school.call('account', 'PATCH', `attendance/${checkIn(rows)}/`, done);
    const closing = { closed_until: '2026-02-28' };
    await school.call('account', 'PATCH', 'attendance/pay-closing/', closing);
    const run = { from_date: '2026-02-01', to_date: '2026-02-28' };
    return () => school.call('account', 'POST', 'attendance/pay-runs/create/', run);
  },
};

export const pay: PairCall[] = [
  post('check in', 'class meeting tess', 'payroll-logs/create', roll, 'teacher'),
  // Two stand-ins for one place, and one person for two places, of a class with two teachers.
  ...(['theo', 'spare'] as const).flatMap((place) =>
    (['tess', 'theo'] as const).map((teacher) =>
      post(
        `${teacher} in the place of ${place}`,
        'shared-class',
        'payroll-logs/create',
        (rows) => ({
          class_schedule: rows.classes.spare,
          date: '2026-02-26',
          teacher_id: rows.teachers[teacher],
          place: rows.teachers[place],
          confirm_overlap: true,
        }),
      ),
    ),
  ),
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
  post('recalculate the check-in', 'check-in', 'payroll-logs/recalculate', ({ checkIn: id }) => ({
    ids: [id],
  })),
  post('hand check-ins over', 'check-in tess', 'payroll-logs/hand-over', ({ teachers }) => ({
    teacher_id: teachers.tess,
  })),
  call('contest the check-in', 'stand-in', 'POST', (rows) => `${standIn(rows)}/contest`, {
    by: 'teacher',
    body: () => ({}),
  }),
  post(
    'ask for a check-in',
    'class tess',
    'payroll-logs-missing/request',
    ({ classes, closedDay }) => ({
      class_schedule: classes.mon9,
      date: closedDay,
      message: 'I was there',
    }),
    'teacher',
  ),
  call('delete the check-in of the stand-in', 'stand-in', 'DELETE', standIn),
  call('complete the check-in of the stand-in', 'stand-in', 'PATCH', standIn, {
    body: () => ({ status: 'completed' }),
  }),
  payRun,
];

function checkIn({ checkIn: id }: Rows): string {
  return `payroll-logs/${id}`;
}

function standIn({ standIn: id }: Rows): string {
  return `payroll-logs/${id}`;
}
