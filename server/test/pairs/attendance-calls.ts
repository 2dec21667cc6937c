import { today, type PairCall, type Rows } from './calls.ts';
import { call, post, roll } from './describe-call.ts';

const tapOf =
  (who: 'S1' | 'S2' | 'N1', more: object = {}) =>
  (rows: Rows) => ({
    rfid_number: rows.students[who],
    ...roll(rows),
    ...more,
  });
/** Made before the call, without the network. */
const waited = { made_at: '2026-03-02T09:14:30+11:00' };
const cards = { S1: '1000001', S2: '1000002' };

const doorTap = (who: 'S1' | 'S2'): PairCall => ({
  name: `tap of ${who} at the door`,
  about: [who, 'class'],
  prepare:
    ({ school, rows }) =>
    () =>
      school.call(
        'anonymous',
        'POST',
        'devices/taps/',
        { taps: [{ sequence: 1, card: cards[who], at: waited.made_at }] },
        { authorization: `Bearer ${rows.device}` },
      ),
});

const mark = ({ marks }: Rows) => `attendance/${marks.S2}`;

export const marking: PairCall[] = [
  post('tap S1', 'S1 class meeting', 'attendance/create', tapOf('S1'), 'teacher'),
  post('tap S2 again', 'S2 class meeting', 'attendance/create', tapOf('S2'), 'teacher'),
  ...(['S1', 'S2'] as const).flatMap((who) => [
    doorTap(who),
    post(`waiting tap of the card of ${who}`, `${who} class`, 'attendance/create', (rows) => ({
      ...roll(rows),
      ...waited,
      rfid_number: cards[who],
    })),
    post(
      `waiting mark of ${who} by hand`,
      `${who} class`,
      'attendance/create',
      tapOf(who, { ...waited, status: 'Absent' }),
    ),
  ]),
  post('waiting withdrawal of S2', 'S2 class', 'withdraw-marks', (rows) => ({
    ...roll(rows),
    ...waited,
    status: 'Present',
    student: [rows.students.S2],
  })),
  post('mark S1 absent', 'S1 class', 'attendance/create', tapOf('S1', { status: 'Absent' })),
  post('mark S2 absent', 'S2 class', 'attendance/create', tapOf('S2', { status: 'Absent' })),
  ...[
    ['status', { status: 'Absent' }],
    ['late', { late_minutes: 5 }],
    ['left early', { left_early_minutes: 7 }],
  ].map(([name, body]) =>
    call(`change the mark of S2: ${String(name)}`, 'S2 class', 'PATCH', mark, {
      body: () => body as object,
    }),
  ),
  ...[
    ['excuse', { excuse: 'sick' }],
    ['excuse with a note', { excuse: 'other', excuse_note: 'Train' }],
    ['present', { status: 'Present' }],
  ].map(([name, body]) =>
    call(
      `change the mark of S3: ${String(name)}`,
      'S3 class',
      'PATCH',
      ({ marks }) => `attendance/${marks.S3}`,
      { body: () => body as object },
    ),
  ),
  call('withdraw the mark of S2', 'S2 class', 'DELETE', mark),
  post('withdraw a selection', 'S2 class', 'withdraw-marks', (rows) => ({
    ...roll(rows),
    status: 'Present',
    student: [rows.students.S2],
  })),
  post('undo the change of S2', 'S2 class', 'undo-marks', (rows) => ({
    ...roll(rows),
    changes: [rows.changes.S2],
  })),
  post('undo the change of S3', 'S3 class', 'undo-marks', (rows) => ({
    ...roll(rows),
    changes: [rows.changes.S3],
  })),
  post('undo the changes of S3 and S2', 'S2 S3 class', 'undo-marks', (rows) => ({
    ...roll(rows),
    changes: [rows.changes.S3, rows.changes.S2],
  })),
  post('undo the latest of S2, when Present', 'S2 class', 'undo-marks', (rows) => ({
    ...roll(rows),
    student: [rows.students.S2],
    status: 'Present',
  })),
  post('undo the latest of all, when Absent', 'S1 S2 S3 class', 'undo-marks', (rows) => ({
    ...roll(rows),
    student: [rows.students.S3, rows.students.S2, rows.students.S1],
    status: 'Absent',
  })),
  post('mark several present', 'S1 S2 S3 class', 'mark-student-attendance', (rows) => ({
    ...roll(rows),
    student: [rows.students.S1, rows.students.S2, rows.students.S3],
  })),
  post('mark the rest absent', 'S1 class meeting', 'mark-rest-absent', roll),
  post('close the roll', 'S1 class meeting', 'close-roll', roll),
  ...[true, false].map((accept) =>
    post(
      `${accept ? 'accept' : 'dismiss'} a held mark of S1`,
      'S1 class held',
      'held-marks/decide',
      ({ held }) => ({
        ids: [held],
        accept,
      }),
    ),
  ),
  post('note', 'class tess', 'attendance-note/create', (rows) => ({
    class_schedule_id: rows.classes.mon9,
    note: 'Board',
    date: today,
  })),
];

/** The seating plan of `mon9`, which has two versions; S1 sits in the first one, S1 and S2 in the second. */
const plan = (rows: Rows) => ({ ...roll(rows), classroom: rows.room, version: 2 });
const inFront = (student: number) => ({ row: 1, column: 1, student });

export const seating: PairCall[] = [
  ...(['S1', 'S2', 'S3'] as const).map((who) =>
    post(`seat ${who} in front`, `${who} class room`, 'seating-plan/save', (rows) => ({
      ...plan(rows),
      layout_version: 1,
      way: 'by_hand',
      seats: [inFront(rows.students[who])],
    })),
  ),
  post('another layout of the room', 'S1 class room', 'seating-plan/save', (rows) => ({
    ...plan(rows),
    layout_version: 1,
    layout: { rows: 1, columns: 1, gaps: [] },
    way: 'by_name',
    seats: [inFront(rows.students.S1)],
  })),
  post('restore the first seating plan', 'S1 class room', 'seating-plan/restore', (rows) => ({
    ...plan(rows),
    to: 1,
  })),
];

export const enrolling: PairCall[] = [
  ...(['S1', 'S2'] as const).map((who) =>
    call(
      `end the enrolment of ${who}`,
      `${who} class`,
      'DELETE',
      ({ students, classes }) => `delete-enroll/${students[who]}/${classes.mon9}`,
    ),
  ),
  call(
    'end the enrolment of S1 by its id',
    'S1 class',
    'DELETE',
    ({ enrolments }) => `studentassignment/${enrolments.S1}`,
  ),
  post('end several enrolments', 'S1 S2 class', 'studentassignment/bulk-remove', (rows) => ({
    class_schedule: rows.classes.mon9,
    student: [rows.students.S1, rows.students.S2],
  })),
  ...(['N1', 'N2'] as const).map((who) =>
    post(
      `enrol ${who} in the last seat`,
      `${who} class room`,
      'studentassignment/create',
      (rows) => ({
        class_schedule_id: rows.classes.mon9,
        student_id: rows.students[who],
      }),
    ),
  ),
  call(
    'another class for S1',
    'S1 class',
    'PATCH',
    ({ enrolments }) => `studentassignment/${enrolments.S1}`,
    { body: ({ classes }) => ({ class_schedule: classes.mon10 }) },
  ),
  post('put S1 into a cohort', 'S1 class cohort', 'studentcohortassignment/create', (rows) => ({
    student: rows.students.S1,
    cohort: rows.cohorts.second,
    schedules: [rows.classes.mon10],
  })),
  post('put N1 into a cohort', 'N1 class cohort', 'studentcohortassignment/create', (rows) => ({
    student: rows.students.N1,
    cohort: rows.cohorts.first,
    schedules: [rows.classes.mon9],
  })),
  post('transfer S3', 'S3 class cohort', 'cohort-transfers/create', (rows) => ({
    student: rows.students.S3,
    from_cohort: rows.cohorts.first,
    to_cohort: rows.cohorts.second,
  })),
  call(
    'transfer S3 by its membership',
    'S3 class cohort',
    'PATCH',
    ({ assignment }) => `studentcohortassignment/${assignment}`,
    { body: (rows) => ({ cohort: rows.cohorts.second, schedules: [rows.classes.mon10] }) },
  ),
  call(
    'end the membership of S3',
    'S3 class cohort',
    'DELETE',
    ({ assignment }) => `studentcohortassignment/${assignment}`,
  ),
  call('delete the second cohort', 'cohort', 'DELETE', ({ cohorts }) => `cohort/${cohorts.second}`),
];
