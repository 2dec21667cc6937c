import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clashKinds, type Clash } from '#contract/clash.ts';
import type { TimetableClash } from '#contract/timetable/timetable-health.ts';
import {
  crowded,
  dateOf,
  prepareInstitutes,
  writeInstitute,
} from '#server/test/random-timetable.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { allRuns, runs } from '#server/test/runs.ts';
import { rememberConfirmed } from '../clashes/confirmed.ts';
import { clashes } from '../clashes/judge.ts';
import { roomsOf, teachersOf } from '#server/school/meetings.ts';
import type { ProposedMeeting } from '../clashes/proposed.ts';
import { clashesOfTimetable } from './clashes.ts';
import type { HealthPeriod } from './period.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-06-01T08:00:00+10:00' });
  await prepareInstitutes(school.database);
  await school.call('admin', 'GET', 'user/details/');
});
afterAll(() => school.close());

const all = { search: '', ordering: 'date', limit: 1000, page: 1 };
const find = (period: HealthPeriod, more: object = {}) =>
  clashesOfTimetable(school.database, period, { ...all, ...more });

const checked = (semester: number, from: number, to: number): HealthPeriod => ({
  semester: { id: semester, year: 2026, semester: 1, batch: 'x' },
  from: dateOf(from),
  to: dateOf(to),
  isUsual: false,
});

/** The meetings of the semester's classes, as input of the judge. */
async function heldMeetings({ semester, from, to }: HealthPeriod): Promise<ProposedMeeting[]> {
  const { rows } = await sql<ProposedMeeting>`
    select g.class_schedule_id, g.date, g.start_time, g.end_time,
      ${teachersOf()} as teacher_ids, ${roomsOf()} as classroom_ids
    from class_meeting g join class_schedule c on c.id = g.class_schedule_id
    where c.semester_id = ${semester.id} and c.archived_at is null and g.status = 'scheduled'
      and g.date between ${from} and ${to}`.execute(school.database);
  return rows;
}

type Facts = Omit<Clash, 'class_schedule' | 'subject' | 'other'>;
const textOf = (it: Facts, classes: (number | undefined)[]) =>
  [
    it.kind,
    classes.filter((id) => id !== undefined).toSorted((a, b) => a - b),
    [it.date, it.last_date, it.dates, it.start_time, it.end_time, it.name, it.reason],
    [it.seats?.capacity, it.seats?.enrolled, it.confirmed, it.students?.count],
    it.students?.first.map(({ student_id }) => student_id),
  ].join('; ');
const ofJudge = (it: Clash) => textOf(it, [it.class_schedule ?? 0, it.other?.class_schedule]);
const ofTimetable = (it: TimetableClash) =>
  textOf(it, [it.class.class_schedule, it.other?.class_schedule]);
const sorted = (texts: string[]) => [...new Set(texts)].toSorted();

it('finds in a whole timetable what the judge finds for each class (R-HEALTH-2)', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        institute: crowded,
        period: fc.record({
          from: fc.integer({ max: 9, min: 0 }),
          to: fc.integer({ max: 27, min: 9 }),
        }),
        /** Some of the clashes are confirmed. */
        confirmed: fc.infiniteStream(fc.boolean()),
      }),
      async ({ institute: given, period: { from, to }, confirmed }) => {
        await sql`update teacher set archived_at = null`.execute(school.database);
        const { semesters, teachers } = await writeInstitute(school.database, given);
        // Some are held on a holiday.
        await sql`
          update class_meeting set status = 'scheduled'
          where status = 'holiday' and id % 3 <> 0`.execute(school.database);
        // As before teachers and rooms with classes could not be archived.
        await sql`
          update teacher set archived_at = now()
          where id = ${teachers[given.classes.length % 3]}`.execute(school.database);
        for (const semester of semesters) {
          const period = checked(semester, from, to);
          const meetings = await heldMeetings(period);
          const before = await clashes(school.database, meetings, { max: 1000 });
          await rememberConfirmed(
            school.database,
            before.filter(() => confirmed.next().value),
            { user: 1, now: '2026-06-01T00:00:00Z' },
          );
          const judged = await clashes(school.database, meetings, { max: 1000 });
          const found = await find(period);
          expect(found.rows.map(ofTimetable).toSorted()).toEqual(sorted(judged.map(ofJudge)));
          expect(found.total).toBe(found.rows.length);
          for (const one of found.rows) {
            const kind = one.confirmed ? 'confirmed' : one.kind;
            seen.set(kind, (seen.get(kind) ?? 0) + 1);
          }
        }
      },
    ),
    allRuns(60),
  );
  for (const kind of [...clashKinds, 'confirmed'])
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0);
}, 120_000);

it('finds in the usual week what the dates have where none was changed', async () => {
  let clashing = 0;
  await fc.assert(
    fc.asyncProperty(crowded, async (given) => {
      const { semesters } = await writeInstitute(school.database, {
        ...given,
        changes: [],
        holidays: [],
        closings: [],
        classes: given.classes.map((one) => ({ ...one, archived: false })),
      });
      for (const semester of semesters) {
        const period = checked(semester, 0, 27);
        const found = await find(period);
        expect(await find({ ...period, isUsual: true })).toEqual(found);
        clashing += found.total;
      }
    }),
    runs(25),
  );
  expect(clashing).toBeGreaterThan(2);
});

it('is returned in pages, filtered by kind, and by confirmation', async () => {
  const [given] = fc
    .sample(crowded, { numRuns: 60, seed: 7 })
    .toSorted((a, b) => b.classes.length - a.classes.length);
  const { semesters } = await writeInstitute(school.database, given!);
  const period = checked(semesters[0]!, 0, 27);
  const whole = await find(period);
  expect(whole.total).toBeGreaterThan(3);
  const paged = [];
  for (let page = 1; page * 2 - 2 < whole.total; page++)
    paged.push(...(await find(period, { limit: 2, page })).rows);
  expect(paged).toEqual(whole.rows);
  const past = await find(period, { limit: 2, page: 500 });
  expect(past).toEqual({ rows: [], total: whole.total, counts: whole.counts });
  for (const { kind, count } of whole.counts)
    expect((await find(period, { kind: [kind] })).total).toBeGreaterThanOrEqual(count);
  expect((await find(period, { confirmed: 'yes' })).total).toBe(
    whole.rows.filter((it) => it.confirmed).length,
  );
  expect((await find(period, { search: 'nothing-like-it' })).total).toBe(0);
});
