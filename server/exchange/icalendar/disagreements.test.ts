import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();
type Report = Awaited<ReturnType<typeof importText>>;

const file = calendarOf(...weekly());
/** Changes the last class by its form. */
async function change(body: object): Promise<void> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from class_schedule`.execute(
    school().database,
  );
  const path = `attendance/classschedule/${rows[0]?.id}/`;
  expect(await school().call('admin', 'PATCH', path, body)).toMatchObject({ status: 200 });
}
const byTheo = async () => {
  const { rows } = await sql<{ id: number }>`
    select id from teacher where email = 'theo@school.example'`.execute(school().database);
  await change({ teacher_id: rows[0]?.id });
};
/** The last class, with the times of its dates to come. */
async function now(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', t.first_name, c.day_of_week, to_char(c.start_time, 'HH24:MI'), (
        select string_agg(distinct to_char(g.start_time, 'HH24:MI'), ',') from class_meeting g
        where g.class_schedule_id = c.id and g.status = 'scheduled')) as text
    from class_schedule c join teacher t on t.id = c.teacher_id
    order by c.id desc limit 1`.execute(school().database);
  return rows[0]?.text ?? '';
}
const questionOf = ({ questions }: Report, kind: string) =>
  questions.find(({ name }) => name === `changed:${kind}`);

it('a teacher that was changed since the last file stays, which can be answered otherwise (R-IMPORT-13)', async () => {
  await importText(file);
  await byTheo();
  const report = await importText(file);
  expect(report).toMatchObject({ written: true, operation: null });
  expect(questionOf(report, 'teacher')).toMatchObject({
    answer: 'keep',
    help: 'MAT1 Algebra, Mondays 08:00: Theo Tutor (by hand), in the calendar Tess Teacher.',
  });
  expect(await now()).toBe('Theo 1 08:00 08:00');
  const taken = await importText(file, { answers: { 'changed:teacher': 'take' } });
  expect(taken.listed).toMatchObject([{ fields: [{ field: 'teacher', to: 'Tess Teacher' }] }]);
  expect(await now()).toBe('Tess 1 08:00 08:00');
  expect(questionOf(await importText(file), 'teacher')).toBeUndefined();
});

it('where the calendar says something new as well, nothing is written without an answer', async () => {
  await importText(file);
  await change({ start_time: '07:30' });
  const later = file.replace('DTEND;TZID=Australia/Sydney:20260209T090000', 'DURATION:PT2H');
  const open = await importText(later);
  expect(open).toMatchObject({ written: false });
  expect(questionOf(open, 'time')).toMatchObject({ answer: null });
  expect(await importText(later, { answers: { 'changed:time': 'take' } })).toMatchObject({
    written: true,
  });
  expect(await now()).toBe('Tess 1 08:00 08:00');
});

it('a weekday and time that stay are the ones of all usual dates', async () => {
  await importText(file);
  await change({ day_of_week: 'Tuesday', start_time: '17:00', end_time: '18:00' });
  const report = await importText(file);
  expect(report).toMatchObject({ written: true });
  expect(report.listed).toEqual([]);
  expect(await now()).toBe('Tess 2 17:00 17:00');
});

it('what the calendar alone has changed is taken without a question', async () => {
  await importText(file);
  const later = file.replace('CN=Tess Teacher:mailto:tess', 'CN=Theo Tutor:mailto:theo');
  const report = await importText(later);
  expect(questionOf(report, 'teacher')).toBeUndefined();
  expect(await now()).toBe('Theo 1 08:00 08:00');
});

it('the teacher of another system’s class is a question for a calendar that has not taught it yet', async () => {
  await sql`
    with waiting as (
      insert into waiting_class (title, class_code, subject_id, semester_id, class_type)
      select 'Algebra A', 'ALG-A', min(s.id), min(m.id), 'Lecture'
      from subject s, semester m where s.subject_code = 'MAT1' returning id
    )
    insert into external_id (source, kind, sourced_id, waiting_class_id)
    select 'sis', 'class', 'c-0815', id from waiting`.execute(school().database);
  const timed = file.replace('MAT1 Algebra', 'ALG-A Algebra');
  await importText(timed);
  await byTheo();
  // As an import of OneRoster records its change.
  await sql`
    with done as (
      insert into bulk_operation (kind, about, done_at, rights)
      values ('import', 'OneRoster', '2026-02-03T00:00:00Z', '{}') returning id
    )
    insert into bulk_operation_row (operation_id, table_name, row_key, after)
    select done.id, 'class_schedule', (select max(id)::text from class_schedule), '{}'
    from done`.execute(school().database);
  const again = await importText(timed);
  expect(questionOf(again, 'teacher')).toMatchObject({
    answer: 'keep',
    help: expect.stringContaining(
      'Theo Tutor (OneRoster, 3 Feb 2026), in the calendar Tess Teacher',
    ),
  });
  expect(await now()).toBe('Theo 1 08:00 08:00');
  await sql`delete from import_class`.execute(school().database);
  expect(questionOf(await importText(timed), 'teacher')).toMatchObject({
    answer: null,
    help: expect.stringContaining('before this calendar'),
  });
});
