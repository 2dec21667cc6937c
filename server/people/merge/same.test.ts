import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { runs } from '#server/test/runs.ts';

/** Mondays and Tuesdays with classes that are over. */
const weeks = ['2026-02-09', '2026-02-16', '2026-02-23', '2026-03-02'];
const refs = ['mon9', 'mon10', 'tue14'] as const;

let school: TestSchool;
let classes: number[];
let follow: () => Promise<number>;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-12T10:00:00+11:00' });
  classes = await Promise.all(refs.map((ref) => school.classId(ref)));
  follow = standingsOf(school);
});
afterAll(() => school.close());

const oneMark = fc.record({
  status: fc.constantFrom('Present', 'Absent'),
  late: fc.constantFrom(null, 5, 20),
  excuse: fc.constantFrom(null, 'sick'),
  minute: fc.integer({ min: 0, max: 59 }),
});
const period = fc
  .record({ first: fc.nat(30), days: fc.option(fc.nat(30)) })
  .map(({ first, days }) => {
    const from = Temporal.PlainDate.from('2026-02-05').add({ days: first });
    return { from: String(from), to: days === null ? null : String(from.add({ days })) };
  });
const half = fc.record({
  marks: fc.array(fc.option(oneMark, { freq: 4 }), { minLength: 12, maxLength: 12 }),
  periods: fc.array(fc.option(period, { freq: 5 }), { minLength: 3, maxLength: 3 }),
  leave: fc.option(fc.nat(20)),
});
type Half = typeof half extends fc.Arbitrary<infer One> ? One : never;
type Mark = NonNullable<Half['marks'][number]>;

const marksOf = (all: Half['marks']) =>
  all.flatMap((mark, at) => {
    const date = Temporal.PlainDate.from(weeks[at % 4]!).add({ days: at >= 8 ? 1 : 0 });
    return mark ? [{ mark, date: String(date), class: classes[Math.floor(at / 4)]! }] : [];
  });

let number = 0;
async function add(given: Half & { lists?: Half['periods'][] }): Promise<number> {
  const code = `P${++number}`;
  const { rows } = await sql<{ id: number }>`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
    values (${code}, 'Pia', ${code}, '1', '2004-01-02') returning id`.execute(school.database);
  const { id } = rows[0]!;
  for (const [at, one] of given.periods.entries())
    if (one)
      await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
        values (${id}, ${classes[at]}, ${one.from}, ${one.to})`.execute(school.database);
  for (const { mark, date, class: of } of marksOf(given.marks)) await write(id, of, date, mark);
  return id;
}

async function write(id: number, of: number, date: string, mark: Mark): Promise<void> {
  const at = `${date}T00:${String(mark.minute).padStart(2, '0')}:00Z`;
  const late = mark.status === 'Present' ? mark.late : null;
  const excuse = mark.status === 'Absent' ? mark.excuse : null;
  await sql`
    with a as (
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      values (${id}, ${of}, ${date}, ${mark.status}, 'typed', ${at})
    ), d as (
      insert into mark_detail (student_id, class_schedule_id, date, late_minutes, excuse)
      select ${id}, ${of}, ${date}, ${late}::int, ${excuse}::text
      where ${late}::int is not null or ${excuse}::text is not null
    )
    insert into attendance_history (student_id, class_schedule_id, date, to_status, how, changed_at,
      late_minutes, excuse)
    values (${id}, ${of}, ${date}, ${mark.status}, 'typed', ${at}, ${late}, ${excuse})`.execute(
    school.database,
  );
}

const leaveOn = async (id: number, day: number | null) => {
  if (day === null) return;
  const from = Temporal.PlainDate.from('2026-02-09').add({ days: day });
  await sql`
    insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
    values (${id}, ${String(from)}, ${String(from.add({ days: 2 }))}, 'a@b.example', 'x')`.execute(
    school.database,
  );
};

/** What the product says about a student, without ids and names. */
async function shownOf(id: number) {
  const details = await school.call('admin', 'GET', `attendance/student-details/${id}/`);
  const { rows: standing } = await sql`
    select (to_jsonb(x) - 'student_id') as row from standing x where student_id = ${id}
    order by semester_id, subject_id`.execute(school.database);
  const rolls: unknown[] = [];
  for (const of of classes)
    for (const week of weeks) {
      const date =
        of === classes[2] ? String(Temporal.PlainDate.from(week).add({ days: 1 })) : week;
      const path = `attendance/attendance/?class_schedule=${of}&date=${date}&limit=100`;
      const { body } = await school.call('admin', 'GET', path);
      const own = body.results.filter((row: { student: number }) => row.student === id);
      rolls.push(
        own.map(({ status, late_minutes, excused, marked_at }: Record<string, unknown>) => ({
          of,
          date,
          status,
          late_minutes,
          excused,
          marked_at,
        })),
      );
    }
  const { enrolments, attendance, forecasts } = details.body;
  return {
    enrolments: enrolments.map(
      ({ class_schedule, enrolled_from, enrolled_to }: Record<string, unknown>) => ({
        class_schedule,
        enrolled_from,
        enrolled_to,
      }),
    ),
    attendance,
    forecasts,
    standing,
    rolls,
  };
}

it('a merged student is one who had all the marks (R-MERGE-4)', async () => {
  let merges = 0;
  await fc.assert(
    fc.asyncProperty(half, half, fc.infiniteStream(fc.boolean()), async (a, b, coins) => {
      const [keep, remove] = [await add(a), await add(b)];
      await leaveOn(keep, a.leave);
      await leaveOn(remove, b.leave);
      const path = `attendance/student-merge/?keep=${keep}&remove=${remove}`;
      const { body: preview } = await school.call('admin', 'GET', path);
      const marks = preview.marks.map((it: { class_schedule: number; date: string }) => ({
        class_schedule: it.class_schedule,
        date: it.date,
        counts: coins.next().value ? 'keep' : 'remove',
      }));
      const counts = new Map(
        marks.map((it: { class_schedule: number; date: string; counts: string }) => [
          `${it.class_schedule} ${it.date}`,
          it.counts,
        ]),
      );
      const { version } = preview;
      const body = { keep, remove, version, marks };
      const done = await school.call('admin', 'POST', 'attendance/student-merge/', body);
      expect(done.status, JSON.stringify(done.body)).toBe(200);

      // The same in one row from the beginning.
      const one = await add({ marks: [], periods: [null, null, null], leave: null });
      for (const given of [a, b]) await leaveOn(one, given.leave);
      for (const [at, of] of classes.entries()) {
        const days = [a, b].flatMap(({ periods }) => periods[at] ?? []);
        await sql`
          insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
          select ${one}, ${of}, lower(days), upper(days) - 1 from (
            select unnest(range_agg(daterange(f, t + 1))) as days
            from unnest(${days.map(({ from }) => from)}::date[],
              ${days.map(({ to }) => to)}::date[]) x(f, t)) y`.execute(school.database);
      }
      const theirs = new Map(marksOf(b.marks).map((it) => [`${it.class} ${it.date}`, it]));
      for (const it of marksOf(a.marks)) {
        const key = `${it.class} ${it.date}`;
        const chosen = counts.get(key) === 'remove' ? theirs.get(key)! : it;
        theirs.delete(key);
        await write(one, chosen.class, chosen.date, chosen.mark);
      }
      for (const it of theirs.values()) await write(one, it.class, it.date, it.mark);
      await follow();
      expect(await shownOf(keep)).toEqual(await shownOf(one));
      expect((await shownOf(remove)).rolls.flat()).toEqual([]);
      // What is stored of meetings and standings needs no correction.
      await sql`update standing_progress set computed_on = '2026-03-11', counted_on = '2026-03-11'`.execute(
        school.database,
      );
      await follow();
      const { rows } = await sql`select differences from standing_progress`.execute(
        school.database,
      );
      expect(rows).toEqual([{ differences: 0 }]);
      merges += marks.length;
    }),
    runs(14),
  );
  expect(merges).toBeGreaterThan(3);
});
