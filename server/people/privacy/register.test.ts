import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readColumns } from '#scripts/schema/columns.ts';
import { seedImportRun } from '#server/test/seed-import-run.ts';
import { seedBulkChange } from '#server/test/seed-bulk-change.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { columnsOf, seedOwn, valuesOf } from '#server/test/own-traces.ts';
import { computed, followUp, standing, step } from '#server/test/red-list-traces.ts';
import { seedRoster } from '#server/test/seed-roster.ts';
import { seedMessages } from '#server/test/seed-messages.ts';
import { findInBytes } from '#server/test/traces.ts';
import { pdf, png, uploadFile } from '#server/test/upload.ts';
import { privacyRegister } from './register.ts';

const date = '2026-03-02';
const person = {
  student_id: 'QX93771',
  first_name: 'Zyxandria',
  last_name: 'Quuxington',
  phone_number: '+61 499123987',
  date_of_birth: '1931-07-19',
  gender: 'other',
  batch: 'Batch-Wvu77',
  student_mail: 'zyx.quux@students.example',
  rfid_number: '998877665544',
  card_print_status: 'collected',
};
const leave = {
  leave_from: '2031-08-17',
  leave_to: '2031-08-23',
  faculty_email: 'dean@school.example',
  reason_for_leave: 'Reason-Kolibri',
};
const letter = { title: 'Title-Kolibri', body: 'Letter-Kolibri' };
const excuse = { excuse: 'sick', excuse_note: 'Note-Kolibri' };
const keyOf = (link: string) => new URL(link, 'http://here').pathname.slice('/file/'.length);

const erasable = Object.entries(privacyRegister).flatMap(([table, { columns }]) =>
  Object.entries(columns).flatMap(([column, entry]) =>
    entry.of === 'student' && entry.erasure !== 'retained'
      ? [[`${table}.${column}`, entry.erasure] as const]
      : [],
  ),
);

let school: TestSchool;
let columnTypes: Map<string, string>;
beforeAll(async () => {
  school = await createTestSchool();
  columnTypes = new Map(
    (await readColumns(school.database)).map(({ table, name, type }) => [`${table}.${name}`, type]),
  );
});
afterAll(() => school.close());

it('every column of the migrated schema is in the register, and nothing else is', () => {
  const registered = Object.entries(privacyRegister).flatMap(([table, { columns }]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(
    registered.toSorted(),
    'name each column in a file of server/people/privacy/register-*.ts',
  ).toEqual([...columnTypes.keys()].toSorted());
});

/** Number of rows with the value: within texts and files, equal in other columns. */
async function rowsWith(name: string, value: string): Promise<number> {
  const [table = '', column = ''] = name.split('.');
  const type = columnTypes.get(name)!;
  if (type === 'bytea') {
    const { rows } = await sql<{
      content: Buffer | null;
    }>`select ${sql.ref(column)} as content from ${sql.table(table)}`.execute(school.database);
    const found = await Promise.all(
      rows.map(({ content }) => findInBytes(content ?? Buffer.alloc(0), [value], name)),
    );
    return found.filter((traces) => traces.length).length;
  }
  const isText = type === 'text' || type === 'jsonb';
  const found = isText
    ? sql`position(lower(${value}) in lower(${sql.ref(column)}::text)) > 0`
    : sql`${sql.ref(column)}::text = ${value}`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(table)} where ${found}`.execute(school.database);
  return rows[0]!.count;
}

/**
 * A student with a value in every erasable column.
 * @returns the id, and the value of each column.
 */
async function seed(): Promise<{ id: number; values: Record<string, string> }> {
  const call = async (method: 'POST' | 'PATCH', path: string, body: unknown, headers = {}) => {
    const answer = await school.call('account', method, `attendance/${path}`, body, headers);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  };
  const class_schedule = await school.classId('mon9');
  const profile_image = await uploadFile(school, 'student-profile', png, 'a.png');
  const { id, uuid } = await call('POST', 'students/create/', { ...person, profile_image });
  await call('POST', 'studentassignment/create/', {
    class_schedule_id: class_schedule,
    student_id: id,
  });
  const tap = { rfid_number: person.rfid_number, class_schedule, date };
  await school.call('teacher', 'POST', 'attendance/attendance/create/', tap, {
    'idempotency-key': 'the-tap-of-zyxandria',
  });
  const marks = await school.call('account', 'GET', `attendance/attendance/?student=${id}`);
  const [mark] = marks.body.results;
  await call('PATCH', `attendance/${mark.id}/`, { status: 'Absent', ...excuse });
  const supporting_document = await uploadFile(school, 'leave-application', pdf, 'a.pdf');
  await call('POST', 'leave/create/', {
    student_id: person.student_id,
    supporting_document,
    ...leave,
  });
  const noted = { class_schedule_id: class_schedule, date };
  await call('POST', 'attendance-note/create/', { ...noted, note: 'QX93771 came late' });
  await call('POST', 'attendance-note/create/', { ...noted, note: 'Sang', student_id: id });
  await sql`
    insert into check_in_request (class_schedule_id, date, message, requested_by, requested_at, teacher_id)
    select ${class_schedule}, ${date}, 'I taught QX93771 alone', min(id), now(),
      (select min(id) from teacher) from app_user`.execute(school.database);
  const because = `${person.first_name} ${person.last_name} (${person.student_id}) is ill`;
  const meetings = await sql<{ id: number }>`
    select id from class_meeting where class_schedule_id = ${class_schedule} and date > ${date}::date
    order by date limit 2`.execute(school.database);
  const ids = meetings.rows.map((one) => one.id);
  // The reason is what it became, and then what it was.
  await call('POST', 'meetings/cancel/', { ids, reason: because });
  await call('POST', 'meetings/restore/', { ids: [ids[1]] });
  await sql`insert into room_closing (classroom_id, closed_from, closed_to, reason, created_by, created_at)
    select c.id, '2030-01-01', '2030-01-02', ${because}, u.id, now()
    from classroom c, app_user u limit 1`.execute(school.database);
  await sql`insert into roll_event (class_schedule_id, date, kind, done_at, students, done_by, reason)
    select ${class_schedule}, ${date}, 'reopened', now(), 0, min(id), ${because}
    from app_user`.execute(school.database);
  const changed = await seedBulkChange(school.database, id, person);
  await sql`
    with source as (
      insert into import_source (kind, name) values ('calendar', ${because}) returning id
    )
    insert into import_answer (import_source_id, question, answer, used_at)
    select id, ${`subject:${person.first_name}`}, ${person.student_id}, now() from source`.execute(
    school.database,
  );
  await sql`update class_schedule set group_name = ${person.student_id} where id = ${class_schedule}`.execute(
    school.database,
  );
  await sql`insert into saved_report (name, address, created_by, created_at)
    select ${because}, 'by=subject', min(id), now() from app_user`.execute(school.database);
  await sql`insert into template (kind, title, body, version, changed_by, changed_at)
    select 'certificate', ${because}, ${because}, 1, min(id), now() from app_user`.execute(
    school.database,
  );
  await sql`insert into letter (number, kind, student_id, title, body, made_by, made_at)
    select '0123456789AB', 'certificate', ${id}, ${letter.title}, ${letter.body}, min(id), now()
    from app_user`.execute(school.database);
  const authorization = `Bearer ${await school.issuer.token({ email: person.student_mail, name: 'x' })}`;
  expect(
    (await school.call('anonymous', 'GET', 'user/details/', undefined, { authorization })).status,
  ).toBe(403);
  await call('POST', 'spreadsheet-export/', { email: 'head@school.example' });
  const state = async () =>
    (await school.call('account', 'GET', 'attendance/jobs/')).body.results[0].state as string;
  await expect.poll(state, { timeout: 20_000 }).toBe('done');
  await sql`update mail set recipient = ${person.student_mail},
    reason = ${`550 <${person.student_mail}> is unknown`}`.execute(school.database);
  await sql`insert into audit (at, actor, kind, what, about)
    values (now(), 'command line', 'change', 'Release sign-in',
      ${JSON.stringify({ email: person.student_mail })}::jsonb)`.execute(school.database);
  const into = { standing: sql``, standing_of_type: sql`class_type,` };
  for (const [table, type] of Object.entries(into))
    await sql`insert into ${sql.table(table)} (student_id, semester_id, subject_id, ${type} ${columnsOf(standing)})
      select ${id}, semester_id, subject_id, ${type} ${valuesOf(standing)}
      from class_schedule where id = ${class_schedule}`.execute(school.database);
  await sql`
    insert into red_list_computed (student_id, semester_id, subject_id, state, since, ${columnsOf(computed)})
    select ${id}, c.semester_id, c.subject_id, 'dismissed', now(), ${valuesOf(computed)}
    from class_schedule c where c.id = ${class_schedule}`.execute(school.database);
  await sql`
    with begun as (
      insert into follow_up (student_id, semester_id, subject_id, owner_id, due_on, begun_by,
        begun_at, closed_by, closed_at, changed_by, changed_at, ${columnsOf(followUp)})
      select ${id}, c.semester_id, c.subject_id, u.id, '2031-03-05', u.id, now(), u.id, now(), u.id,
        now(), ${valuesOf(followUp)}
      from class_schedule c, (select min(id) as id from app_user) u where c.id = ${class_schedule}
      returning id, owner_id
    )
    insert into follow_up_step (follow_up_id, written_by, written_at, ${columnsOf(step)})
    select id, owner_id, now(), ${valuesOf(step)} from begun`.execute(school.database);
  await sql`
    insert into building_roll_call (kind, note, started_at, started_by, listed)
    select 'drill', ${because}, now(), min(id), 0 from app_user`.execute(school.database);
  await sql`
    insert into student_merge (into_id, from_id, done_by, done_at, moved, decided, before)
    select ${id}, min(s.id), min(u.id), now(), '{}', '{}',
      '{"marks": [{"detail": {"excuse_note": "Merge-Kolibri"}}]}'
    from student s, app_user u`.execute(school.database);
  const seeded = {
    ...(await seedImportRun(school.database, person)),
    ...(await seedRoster(school, id, person)),
    ...(await seedOwn(school.database, id, { date })),
    ...(await seedMessages(school, id)),
  };
  const answered = await school.database
    .selectFrom('attendance_request')
    .select('fingerprint')
    .executeTakeFirstOrThrow();
  const valuesIn = (table: string, values: Record<string, unknown>) =>
    Object.entries(values).map(([column, value]) => [`${table}.${column}`, String(value)]);
  const values = Object.fromEntries([
    ...valuesIn('student', {
      ...person,
      uuid,
      search: person.last_name,
      profile_image: keyOf(profile_image),
    }),
    ...valuesIn('leave', {
      student_id: id,
      ...leave,
      supporting_document: keyOf(supporting_document),
    }),
    ...valuesIn('attendance_note', { note: person.student_id, student_id: id }),
    ...valuesIn('stored_file', { key: keyOf(profile_image) }),
    ...valuesIn('check_in_request', { message: person.student_id }),
    ...valuesIn('class_meeting', { reason: person.student_id }),
    ...valuesIn('class_schedule', { group_name: person.student_id }),
    ...valuesIn('room_closing', { reason: person.last_name }),
    ...valuesIn('building_roll_call', { note: person.first_name }),
    ...valuesIn('saved_report', { name: person.first_name }),
    ...valuesIn('import_source', { name: person.first_name }),
    ...valuesIn('import_answer', { question: person.first_name, answer: person.student_id }),
    ...valuesIn('template', { title: person.first_name, body: person.last_name }),
    ...valuesIn('letter', letter),
    ...valuesIn('roll_event', { reason: person.first_name }),
    ...valuesIn('operation', { before: person.student_id, after: person.last_name }),
    ...valuesIn('bulk_operation_row', changed),
    ...valuesIn('attendance_request', { answer: person.student_id, ...answered }),
    ...valuesIn('mark_detail', excuse),
    ...valuesIn('standing', { student_id: id, ...standing }),
    ...valuesIn('standing_of_type', { student_id: id, ...standing }),
    // A trigger on `standing` writes it.
    ...valuesIn('contact_hours', {
      student_id: id,
      scheduled_minutes: standing.scheduled_minutes,
      attended_minutes: standing.attended_minutes,
      excused_minutes: standing.excused_minutes,
    }),
    ...valuesIn('red_list_computed', { student_id: id, ...computed }),
    ...valuesIn('follow_up', { student_id: id, ...followUp }),
    ...valuesIn('follow_up_step', step),
    // The key form of a number of digits is the number.
    ...valuesIn('student', { key_form: person.rfid_number }),
    ...valuesIn('student_merge', { before: 'Merge-Kolibri' }),
    ...valuesIn('mail', { recipient: person.student_mail, reason: person.student_mail }),
    ...valuesIn('mail_attachment', { content: person.last_name }),
    ...Object.entries(seeded).flatMap(([table, of]) => valuesIn(table, of)),
    ...valuesIn('audit', { actor: person.student_mail, about: person.student_mail }),
  ]) as Record<string, string>;
  return { id, values };
}

describe('the erasure of a student', () => {
  let values: Record<string, string>;

  it('is tested with a value in every column that the register says it empties', async () => {
    const seeded = await seed();
    values = seeded.values;
    const counts = await Promise.all(
      erasable.map(async ([name]) => (values[name] ? rowsWith(name, values[name]) : 0)),
    );
    // A column that is new in the register needs a value in `seed`.
    expect(erasable.filter((_column, at) => counts[at] === 0)).toEqual([]);
    const erase = { student_id: person.student_id, redact_notes: true };
    expect(
      (
        await school.call(
          'account',
          'POST',
          `attendance/student-details/${seeded.id}/erase/`,
          erase,
        )
      ).status,
    ).toBe(200);
  });

  it('proposes every text of another row, and takes the student out once that is confirmed', async () => {
    const path = 'attendance/erasure-proposals/';
    const { body } = await school.call('account', 'GET', `${path}?limit=999`);
    const found = body.results as { id: number; table: string; column: string }[];
    const columns = new Set(found.map(({ table, column }) => `${table}.${column}`));
    const proposed = erasable.filter(([, how]) => how === 'proposed').map(([name]) => name);
    expect(proposed.filter((name) => !columns.has(name))).toEqual([]);
    const decision = { ids: found.map(({ id }) => id), is_redacted: true };
    expect((await school.call('account', 'POST', `${path}decide/`, decision)).status).toBe(204);
  });

  it.each(erasable)('empties %s: %s', async (name) => {
    expect(await rowsWith(name, values[name]!)).toBe(0);
  });

  it('sets to null what the register says is set to null', async () => {
    const names = erasable
      .filter(([name, how]) => how === 'nulled' && name.startsWith('student.'))
      .map(([name]) => name.slice('student.'.length));
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from student where erased_at is not null`.execute(school.database);
    expect(rows).toHaveLength(1);
    expect(names.filter((name) => rows[0]![name] !== null)).toEqual([]);
  });
});
