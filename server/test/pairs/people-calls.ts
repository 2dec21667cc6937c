import { sql } from 'kysely';
import type { PairCall, PairSchool } from './calls.ts';
import { call, post } from './describe-call.ts';

/** Reads the preview of a merge, and merges as it proposes. */
function mergeCall(keep: 'S1' | 'S2' | 'S3', remove: 'S1' | 'S2' | 'S3'): PairCall {
  return {
    name: `merge ${remove} into ${keep}`,
    about: [keep, remove, 'class'],
    prepare: async ({ school, rows }: PairSchool) => {
      const pair = { keep: rows.students[keep], remove: rows.students[remove] };
      const path = `attendance/student-merge/?keep=${pair.keep}&remove=${pair.remove}`;
      const { body } = await school.call('account', 'GET', path);
      const marks = body.marks.map((it: { class_schedule: number; date: string }) => ({
        class_schedule: it.class_schedule,
        date: it.date,
        counts: 'keep',
      }));
      const sent = { ...pair, version: body.version, marks };
      return () => school.call('account', 'POST', 'attendance/student-merge/', sent);
    },
  };
}

/** Rewrites numbers of students and a teacher that were stored before the institute chose a format. */
const rewriteCards: PairCall = {
  name: 'rewrite card numbers',
  about: ['S1', 'S2', 'tess'],
  prepare: async ({ school, rows: { students, teachers, user } }: PairSchool) => {
    const { database } = school;
    await sql`
      insert into institute_setting (name, value, changed_at, changed_by)
      values ('card_format', '"decimal"', now(), ${user})
      on conflict (name) do update set value = excluded.value`.execute(database);
    await sql`
      update student set rfid_number = '0005550' || id where id in (${students.S1}, ${students.S2})`.execute(
      database,
    );
    await sql`update teacher set card_number = '0x1F' where id = ${teachers.tess}`.execute(
      database,
    );
    return () => school.call('account', 'POST', 'attendance/settings/card-numbers/rewrite/');
  },
};

export const people: PairCall[] = [
  mergeCall('S3', 'S1'),
  mergeCall('S1', 'S2'),
  ...(['S1', 'S2', 'N1'] as const).flatMap((who) => [
    call(
      `erase ${who}`,
      `${who} class`,
      'POST',
      ({ students }) => `student-details/${students[who]}/erase`,
      { body: () => ({ student_id: who }) },
    ),
    post(`archive ${who}`, `${who} class`, 'students/create', ({ students }) => ({
      archive: 'ids',
      ids: [students[who]],
    })),
    call(`delete ${who}`, `${who} class`, 'DELETE', ({ students }) => `students/${students[who]}`),
  ]),
  call('change the card of S1', 'S1', 'PATCH', ({ students }) => `students/${students.S1}`, {
    body: () => ({ rfid_number: '5550001' }),
  }),
  rewriteCards,
  call('change the name of S1', 'S1', 'PATCH', ({ students }) => `students/${students.S1}`, {
    body: () => ({ last_name: 'Other' }),
  }),
  ...(['S1', 'N1'] as const).flatMap((who) => [
    post(`red list entry of ${who}`, `${who} subject`, 'redlistedstudents/create', (rows) => ({
      student: rows.students[who],
      subject: rows.subject,
      attendance_percentage: 40,
    })),
    call(
      `guardian of ${who}`,
      who,
      'POST',
      ({ students }) => `student-details/${students[who]}/guardians/create`,
      { body: () => ({ name: 'Gus', phone: '1' }) },
    ),
    post(`follow-up of ${who}`, `${who} subject`, 'follow-ups/create', (rows) => ({
      student: rows.students[who],
      subject: rows.subject,
      owner_id: rows.user,
      due_on: '2026-03-20',
    })),
  ]),
  call('change the leave', 'S3 leave', 'PATCH', ({ leave }) => `leave/${leave}`, {
    body: () => ({ leave_to: '2026-03-12' }),
  }),
  call('give the leave to S1', 'S1 S3 leave', 'PATCH', ({ leave }) => `leave/${leave}`, {
    body: ({ students }) => ({ student_id: students.S1 }),
  }),
  call('delete the leave', 'S3 leave', 'DELETE', ({ leave }) => `leave/${leave}`),
  call(
    'delete the red list entry',
    'S2',
    'DELETE',
    ({ redList }) => `redlistedstudents/${redList}`,
  ),
];
