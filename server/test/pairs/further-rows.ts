import { sql } from 'kysely';
import { runningRollCall } from '../building-rows.ts';
import { keyOfDevice } from '../device.ts';
import { rowsFor } from '../rows.ts';
import { uploadStudents } from '../student-upload.ts';
import { studentFile, studentRow } from '../undoing.ts';
import type { Caller, TestSchool } from '../test-school.ts';
import type { TeachingRows } from './calls.ts';

/** Rows of S1 and S5 for what people do about a student, and earlier changes that can be undone. */
export interface FurtherRows {
  guardian: number;
  formerCard: number;
  /** An open follow-up with a step of Tess. */
  followUp: number;
  step: number;
  leaveRequest: number;
  /** A message that was stopped. */
  message: number;
  /** A computed entry of the red list in the subject, and a rule for it. */
  computed: number;
  rule: number;
  specialization: number;
  /** A meeting that was cancelled, and the change that did it. */
  cancelled: number;
  cancelling: number;
  /** A past day on which the roll of `mon9` is closed. */
  closedDay: string;
  /** The transfer of S5 from the first cohort into another. */
  transfer: number;
  /** A card that S5 was handed out in place of `1000005`. */
  handedOut: number;
  /** An upload that added the student of the name. */
  upload: number;
  /** A check-in of Theo to the class of Tess. */
  standIn: number;
  /** A revoked device with a tap of S5 that waits for a decision. */
  revoked: number;
  /** The reason of a leave of S4, which names an erased student. */
  proposal: number;
  closing: number;
  /** A roll call of the building that is running, with S1. */
  rollCall: number;
}

/** The rest of what the calls name, in an institute that has `TeachingRows`. */
export async function createFurtherRows(
  school: TestSchool,
  rows: TeachingRows,
): Promise<FurtherRows> {
  const { database } = school;
  const of = await rowsFor(school);
  const ownRow = async (path: string) => Number((await of(`/api/v2/attendance/${path}/:id`)).own);
  const done = async (
    caller: Caller,
    method: 'POST' | 'GET',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => {
    const answer = await school.call(caller, method, path, body, headers);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const account = async (path: string, body: object) =>
    done('account', 'POST', `attendance/${path}/`, body);
  const idOf = async (statement: ReturnType<typeof sql<{ id: number }>>): Promise<number> => {
    const [row] = (await statement.execute(database)).rows;
    if (!row) throw new Error('no row was added');
    return row.id;
  };
  const { students, teachers, classes, cohorts, subject, semester, user } = rows;
  for (const teacher of ['teacher', 'otherTeacher', 'student', 'admin'] as const)
    await school.call(teacher, 'GET', 'user/details/');

  for (const version of [0, 1])
    await account('seating-plan/save', {
      class_schedule: classes.mon9,
      date: '2026-03-02',
      classroom: rows.room,
      version,
      layout_version: version,
      layout: { rows: 2, columns: 2, gaps: [] },
      way: 'by_hand',
      seats: [
        { row: 1, column: 1, student: students.S1 },
        ...(version === 0 ? [] : [{ row: 2, column: 2, student: students.S2 }]),
      ],
    });

  const cancelled = await idOf(sql<{ id: number }>`
    select id from class_meeting where class_schedule_id = ${classes.mon9} and date = '2026-03-16'`);
  const { id: third } = await account('cohort/create', {
    name: 'Former',
    year: 2026,
    schedules_id: [classes.mon9, classes.mon10],
  });
  const { operation: cancelling } = await account('meetings/cancel', {
    ids: [cancelled],
    reason: 'Strike',
  });
  const closedDay = '2026-02-16';
  await account('close-roll', { class_schedule: classes.mon9, date: closedDay });
  await account('studentcohortassignment/create', {
    student: students.S5,
    cohort: cohorts.first,
    schedules: [classes.mon9],
  });
  await account('cohort-transfers/create', {
    student: students.S5,
    from_cohort: cohorts.first,
    to_cohort: third,
  });
  const { id: handedOut } = await account('cards/hand-out', {
    student: students.S5,
    number: '1000099',
    confirm: true,
  });
  const uploaded = await uploadStudents(school, studentFile(studentRow('U1', 'Uploaded', '77')));
  const { id: rule } = await account('redlistrules/create', {
    subject_id: subject,
    below: 75,
    least_meetings: 1,
  });
  const erased = await account('students/create', {
    student_id: 'E1',
    first_name: 'Zyxandria',
    last_name: 'Quuxington',
    phone_number: '1',
    date_of_birth: '2004-01-02',
  });
  await sql`
    insert into leave (student_id, leave_from, leave_to, reason_for_leave, faculty_email)
    values (${students.S4}, '2026-03-16', '2026-03-17', 'Visits Zyxandria Quuxington',
      'f@school.example')`.execute(database);
  await account(`student-details/${erased.id}/erase`, { student_id: 'E1' });
  const key = await keyOfDevice(database, { name: 'Former door' });
  const [, revoked = ''] = key.split('_');
  await account(`devices/${revoked}/revoke`, {});
  await done(
    'anonymous',
    'POST',
    'devices/taps/',
    { taps: [{ sequence: 1, card: '1000005', at: '2026-03-02T09:05:00+11:00' }] },
    { authorization: `Bearer ${key}` },
  );
  return {
    guardian: await ownRow('guardians'),
    formerCard: await ownRow('cards'),
    followUp: await ownRow('follow-ups'),
    step: await ownRow('follow-up-steps'),
    leaveRequest: await ownRow('leave-requests'),
    message: await ownRow('student-messages'),
    closing: await ownRow('room-closings'),
    specialization: await ownRow('specializations'),
    rule,
    computed: await idOf(sql<{ id: number }>`
      insert into red_list_computed (student_id, semester_id, subject_id, rule_id, rate, absent, why, state,
        since)
      values (${students.S1}, ${semester}, ${subject}, ${rule}, 0.4, 3, '{rate}', 'open', now())
      returning id`),
    proposal: await idOf(sql<{ id: number }>`select max(id) as id from erasure_proposal`),
    standIn: await idOf(sql<{ id: number }>`
      insert into payroll_log (date, class_schedule_id, teacher_id, class_teacher_id,
        duration_minutes, created_by, checked_in_at)
      values ('2026-02-09', ${classes.mon9}, ${teachers.theo}, ${teachers.tess}, 60, ${user},
        '2026-02-08T22:00:00Z')
      returning id`),
    cancelled,
    cancelling,
    closedDay,
    transfer: await idOf(sql<{ id: number }>`select max(id) as id from cohort_transfer`),
    handedOut,
    rollCall: await runningRollCall(database),
    upload: uploaded.body.operation,
    revoked: Number(revoked),
  };
}
