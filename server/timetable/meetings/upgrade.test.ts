import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#server/platform/database/migrate.ts';
import { createDatabase, createPool, type Database } from '#server/platform/database/pool.ts';
import { createEmptyDatabase } from '#server/test/archives.ts';
import { institute } from '#server/test/institute.ts';
import type { FileName } from '#server/exchange/csv/columns.ts';
import { checkRows } from '#server/exchange/csv/read.ts';
import { runImport } from '#server/exchange/csv/run.ts';

/** Tables of the earlier version whose rows the upgrade must not change. */
const tables = [
  'class_schedule',
  'semester',
  'holiday',
  'enrolment',
  'attendance',
  'attendance_history',
  'attendance_note',
  'payroll_log',
  'teacher',
  'student',
] as const;

let database: Database;
let rowsBefore: string;
let daysBefore: Day[];
interface Day {
  id: number;
  date: string;
  problem: string | null;
}

beforeAll(async () => {
  database = createDatabase(createPool(await createEmptyDatabase(), 2, () => {}));
  await migrate(database, '0022-functions-in-files');
  const files = Object.entries(institute).map(([name, rows]) =>
    checkRows(
      name as FileName,
      rows.map((values, number) => ({ line: number + 2, values })),
    ),
  );
  // The import of today uses these; that of then had none.
  await sql`
    create function set_act(jsonb) returns void language sql as 'select null::void'`.execute(
    database,
  );
  await sql`alter table teacher add column card_number text`.execute(database);
  await sql`
    create table student_card (id bigint, student_id bigint, number text, reason text,
      ended_at timestamptz)`.execute(database);
  await sql`alter table app_user add column claimed_roles text[]`.execute(database);
  const report = await runImport(database, files, {
    dryRun: false,
    today: '2026-03-02',
    now: '2026-03-02T00:00:00Z',
  });
  expect(report.bad).toEqual([]);
  await sql`drop function set_act(jsonb)`.execute(database);
  await sql`alter table teacher drop column card_number`.execute(database);
  await sql`drop table student_card`.execute(database);
  await sql`alter table app_user drop column claimed_roles`.execute(database);
  // Marks on days of the class, on one that has become a holiday since, and on another weekday.
  await sql`
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
    select s.id, c.id, day, 'Present', 'card', day + time '09:05'
    from student s, class_schedule c, unnest(array['2026-02-23', '2026-03-02', '2026-04-06',
      '2026-03-05']::date[]) day
    where s.student_id = 'S1' and c.ref = 'mon9'`.execute(database);
  await sql`insert into app_user (email, name) values ('leo@school.example', 'Leo')`.execute(
    database,
  );
  await sql`
    insert into payroll_log (date, class_schedule_id, teacher_id, duration_minutes, created_by,
      checked_in_at)
    select '2026-02-16', c.id, t.id, 45, u.id, now()
    from class_schedule c, teacher t, app_user u
    where c.ref = 'mon9' and t.email = 'theo@school.example'
      and u.email = 'leo@school.example'`.execute(database);
  await sql`
    update class_schedule set archived_at = now() where ref = 'mon9b'`.execute(database);
  [rowsBefore, daysBefore] = [await rows(), await days()];
  await migrate(database);
});
afterAll(() => database.destroy());

/**
 * Every value; later columns are null in these rows, except for key forms and search texts, which
 * are derived, and the first week's name.
 */
async function rows(): Promise<string> {
  const all = tables.map(
    (table) =>
      sql`(select jsonb_agg(jsonb_strip_nulls(to_jsonb(x) - '{key_form,search,first_week}'::text[]) order by x.id) from ${sql.table(table)} x)`,
  );
  const found = await sql<{
    all: unknown;
  }>`select jsonb_build_array(${sql.join(all)}) as all`.execute(database);
  return JSON.stringify(found.rows);
}

async function days(): Promise<Day[]> {
  const found = await sql<Day>`
    select c.id, day::date as date, class_problem(c.id, day::date) as problem
    from class_schedule c
    cross join generate_series('2026-01-26'::timestamp, '2026-07-05', '1 day') day
    order by c.id, day`.execute(database);
  return found.rows;
}

const meetingsOf = async (ref: string) =>
  (
    await sql<{ date: string; end_time: string; teacher: string; status: string; origin: string }>`
      select g.date, g.end_time, t.first_name as teacher, g.status, g.origin
      from class_meeting g join class_schedule c on c.id = g.class_schedule_id
      join teacher t on t.id = g.teacher_id where c.ref = ${ref} order by g.date`.execute(database)
  ).rows;

it('rolls are expected from the upgrade on, not earlier ones', async () => {
  const { rows } = await sql<{ recent: boolean }>`
    select since > now() - interval '10 minutes' as recent from open_rolls_from`.execute(database);
  expect(rows).toEqual([{ recent: true }]);
});

describe('a database from before meetings', () => {
  it('keeps every row', async () => {
    expect(await rows()).toBe(rowsBefore);
  });

  it('has classes on the same days, for the same reasons; taken rolls are held', async () => {
    const taken = new Set(['2026-04-06', '2026-03-05']);
    const after = await days();
    const differing = after.filter(({ problem }, at) => problem !== daysBefore[at]?.problem);
    expect(daysBefore.filter(({ problem }) => problem === null).length).toBeGreaterThan(50);
    expect(new Set(differing.map(({ date }) => date))).toEqual(taken);
    expect(differing.every(({ problem }) => problem === null)).toBe(true);
  });

  it('has the teacher and the minutes of a check-in on its date', async () => {
    expect((await meetingsOf('mon9')).slice(0, 3)).toEqual([
      {
        date: '2026-02-09',
        end_time: '10:00',
        teacher: 'Tess',
        status: 'scheduled',
        origin: 'weekly',
      },
      {
        date: '2026-02-16',
        end_time: '09:45',
        teacher: 'Theo',
        status: 'scheduled',
        origin: 'migrated',
      },
      {
        date: '2026-02-23',
        end_time: '10:00',
        teacher: 'Tess',
        status: 'scheduled',
        origin: 'migrated',
      },
    ]);
  });

  it('has the past of an archived class, and no future meetings of it', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const dates = (await meetingsOf('mon9b')).map(({ date }) => date);
    expect(dates[0]).toBe('2026-02-09');
    expect(dates.every((date) => date < today)).toBe(true);
  });

  it('is planned: planning again finds nothing to do', async () => {
    const again = await sql`select plan_meetings() as done`.execute(database);
    expect(again.rows).toEqual([{ done: 0 }]);
  });
});
