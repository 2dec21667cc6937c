import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, weekly } from '#server/test/calendar-import.ts';

const { school, importText } = calendarTests();

/** Another batch in the same months. */
async function otherSemester(): Promise<string> {
  const { rows } = await sql<{ id: number }>`
    insert into semester (year, semester, batch, semester_start_date, semester_end_date,
      class_start_date, class_end_date)
    values (2026, 1, '2027', '2026-02-02', '2026-06-30', '2026-02-09', '2026-06-12')
    returning id`.execute(school().database);
  return String(rows[0]?.id);
}

/** Everything that a class consists of. */
async function contents(): Promise<unknown[]> {
  const { rows } = await sql`
    select to_jsonb(c) as class,
      (select jsonb_agg(to_jsonb(g) order by g.id) from class_meeting g
        where g.class_schedule_id = c.id) as meetings,
      (select jsonb_agg(to_jsonb(a) order by a.date) from attendance a
        where a.class_schedule_id = c.id) as marks
    from class_schedule c order by c.id`.execute(school().database);
  return rows;
}

it('a calendar of a second semester leaves the classes of the first (R-IMPORT-6)', async () => {
  const text = calendarOf(...weekly());
  await importText(text);
  await sql`
    insert into attendance (date, class_schedule_id, student_id, status, how, marked_at)
    select '2026-02-16', c.id, s.id, 'Present', 'manual', now() from class_schedule c, student s
    where c.ref like 'calendar:%' and s.student_id = 'S1'`.execute(school().database);
  const before = await contents();
  const semester = await otherSemester();

  const second = await importText(text, { answers: { semester } });
  expect(second).toMatchObject({ written: true });
  expect(second.counts).toContainEqual(
    expect.objectContaining({ table: 'class_schedule', created: 1, updated: 0, unchanged: 0 }),
  );
  expect((await contents()).slice(0, before.length)).toEqual(before);
  expect(await contents()).toHaveLength(before.length + 1);

  const again = await importText(text, { answers: { semester } });
  expect(again.counts).toContainEqual(
    expect.objectContaining({ table: 'class_schedule', created: 0, updated: 0, unchanged: 1 }),
  );

  const undone = await school().call(
    'admin',
    'POST',
    `attendance/bulk-operations/${second.operation}/undo/`,
    {},
  );
  expect(undone).toMatchObject({ status: 200, body: { refused: 0 } });
  expect(await contents()).toEqual(before);
});

it('a check does not lock the institute, nor wait for who has locked a part of it', async () => {
  await school()
    .database.transaction()
    .execute(async (other) => {
      for (const table of ['teacher', 'classroom', 'class_schedule', 'student'])
        await sql`select from ${sql.table(table)} for no key update`.execute(other);
      await sql`lock table erasure in row exclusive mode`.execute(other);
      expect(await importText(calendarOf(...weekly()), { dryRun: true })).toMatchObject({
        written: false,
        totals: { error: 0 },
      });
    });
});
