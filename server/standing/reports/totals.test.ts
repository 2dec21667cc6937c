import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import { percentOf, rateOf, sumCounts, type RateCounts, type RateTerms } from '#contract/rates.ts';
import type { Report, ReportFigures, ReportRoll } from '#contract/standing/reports.ts';
import {
  reportGroupings,
  weekdayHour,
  type ReportGrouping,
} from '#contract/standing/report-terms.ts';
import { rollStateOf, type RollState } from '#contract/roll-state.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { countsOfRow } from '#server/test/roll-counts.ts';
import { standingsOf } from '#server/test/standings.ts';
import {
  changeMonth,
  dayOfMonth,
  fillMonth,
  firstOfMonth as from,
  lastOfMonth as to,
  type MonthIds,
} from '#server/test/random-month.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { runs } from '#server/test/runs.ts';

let school: TestSchool;
let follow: () => Promise<number>;
let ids: MonthIds;
const now = `${to}T23:00:00+11:00`;
beforeAll(async () => {
  school = await createTestSchool({ now });
  follow = standingsOf(school);
  await sql`insert into classroom (room_number, capacity) values ('R2', 9)`.execute(
    school.database,
  );
  await sql`insert into cohort (name, year) values ('A', 2026), ('B', 2026)`.execute(
    school.database,
  );
  const all = async (table: string) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} order by id`.execute(school.database);
    return rows.map(({ id }) => id);
  };
  ids = { students: await all('student'), classes: await all('class_schedule') };
});
afterAll(() => school.close());

const get = async (path: string) => {
  const { status, body } = await school.call('account', 'GET', `attendance/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const dates = Array.from({ length: 30 }, (_, number) => dayOfMonth(number));
const weekday = (date: string) => Temporal.PlainDate.from(date).dayOfWeek;

/** A student in a roll, with what the roll belongs to. */
interface Place {
  keys: Record<Exclude<ReportGrouping, 'cohort'>, number>;
  roll: string;
  status: RollRow['status'];
  counts: RateCounts;
}

/** What the dashboards and rolls of all dates show. */
async function readScreens(): Promise<{ places: Place[]; meetings: Place['keys'][] }> {
  const places: Place[] = [];
  const meetings: Place['keys'][] = [];
  for (const date of dates) {
    const { results } = await get(`classschedule/?date=${date}&limit=99`);
    for (const one of results as ClassSchedule[]) {
      if (one.meeting?.status !== 'scheduled') continue;
      const keys = {
        class: one.id,
        subject: one.subject.id,
        teacher: one.teacher.id,
        course: 1,
        room: one.classroom.id,
        weekday_hour: weekdayHour(weekday(date), Number(one.start_time.slice(0, 2))),
        week: Math.floor(dates.indexOf(date) / 7) + 1,
        student: 0,
      };
      meetings.push(keys);
      const { results: rows } = await get(`attendance/?class_schedule=${one.id}&date=${date}`);
      const minutes = Temporal.PlainTime.from(one.start_time).until(one.end_time).total('minutes');
      const roll: RollRow[] = rows;
      for (const row of roll)
        places.push({
          keys: { ...keys, student: row.student },
          roll: `${one.id} ${date}`,
          status: row.status,
          counts: countsOfRow(row, minutes),
        });
      const number = (status: string) => roll.filter((row) => row.status === status).length;
      expect(one.today_students_stats).toEqual({
        total_students: roll.length,
        total_present: number('Present'),
        total_absent: number('Absent'),
      });
    }
  }
  return { places, meetings };
}

function expectedFigures(places: Place[], meetings: number, terms: RateTerms, isStudent = false) {
  const counts = sumCounts(places.map((place) => place.counts));
  const rolls = Map.groupBy(places, ({ roll }) => roll);
  const states = [...rolls.values()].map((all) => {
    const marked = all.filter(({ status }) => status !== 'N/A').length;
    return rollStateOf({ students: all.length, marked, isClosed: false });
  });
  const rollsOf = (state: RollState) => states.filter((one) => one === state).length;
  const { excused_minutes: _own, ...shown } = counts;
  return {
    ...shown,
    meetings: isStudent ? rolls.size : meetings,
    taken: rollsOf('taken'),
    in_progress: rollsOf('in_progress'),
    not_taken: rollsOf('not_taken'),
    rate: percentOf(rateOf(counts, terms)),
  } satisfies ReportFigures;
}

async function compareReports(terms: RateTerms): Promise<void> {
  const { places, meetings } = await readScreens();
  const range = `from_date=${from}&to_date=${to}`;
  for (const by of reportGroupings) {
    const found: Report = await get(`reports/?${range}&by=${by}&limit=999`);
    expect([by, found.totals]).toEqual([
      by,
      { ...expectedFigures(places, meetings.length, terms), before: null, difference: null },
    ]);
    if (by === 'cohort') {
      await compareCohorts(found, range);
      continue;
    }
    const expected = new Map<number, object>();
    const keys = by === 'student' ? places.map((one) => one.keys) : meetings;
    for (const key of new Set(keys.map((one) => one[by])))
      expected.set(
        key,
        expectedFigures(
          places.filter((one) => one.keys[by] === key),
          meetings.filter((one) => one[by] === key).length,
          terms,
          by === 'student',
        ),
      );
    expect(found.total).toBe(expected.size);
    const shown = new Map(found.results.map((row) => [row.id, row]));
    for (const [key, figures] of expected)
      expect([by, key, shown.get(key)]).toEqual([by, key, expect.objectContaining(figures)]);
  }
  await compareStudents(terms, range);
}

/** A cohort's row is the report of its students; their rolls add up to it. */
async function compareCohorts(found: Report, range: string): Promise<void> {
  for (const row of found.results) {
    const { totals }: Report = await get(`reports/?${range}&cohort=${row.id}`);
    const figures = Object.fromEntries(
      Object.keys(totals).map((name) => [name, row[name as 'late']]),
    );
    expect([row.name, figures]).toEqual([row.name, totals]);
    await compareRolls(`${range}&cohort=${row.id}`, totals);
    const scope = `${range}&cohort=${row.id}`;
    const students: Report = await get(`reports/?${scope}&by=student&limit=999`);
    const sum = (name: 'present' | 'absent') =>
      students.results.reduce((all, one) => all + one[name], 0);
    expect([sum('present'), sum('absent')]).toEqual([totals.present, totals.absent]);
    for (const { id, meetings } of students.results)
      expect((await get(`reports/rolls/?${scope}&student=${id}`)).total).toBe(meetings);
  }
}

async function compareRolls(scope: string, totals: ReportFigures): Promise<void> {
  const states = ['taken', 'in_progress', 'not_taken'] as const;
  const marks = ['present', 'late', 'absent', 'excused'] as const;
  for (const having of [...states, ...marks]) {
    const { results, total } = await get(`reports/rolls/?${scope}&having=${having}&limit=999`);
    const rolls: ReportRoll[] = results;
    const sum =
      having === 'taken' || having === 'in_progress' || having === 'not_taken'
        ? total
        : rolls.reduce((all, roll) => all + roll[having], 0);
    expect([having, sum]).toEqual([having, totals[having]]);
  }
  const rest = await get(`reports/rolls/?${scope}&having=none_expected&limit=1`);
  const { meetings, taken, in_progress, not_taken } = totals;
  expect(rest.total).toBe(meetings - taken - in_progress - not_taken);
}

/** A student's row has the sums and the rate of the student's page. */
async function compareStudents(terms: RateTerms, range: string): Promise<void> {
  const { results }: Report = await get(`reports/?${range}&by=student`);
  // Sorted by anything but the name, the marks of all students are read.
  for (const more of ['ordering=rate', 'limit=3'])
    for (const row of (await get(`reports/?${range}&by=student&${more}`)).results)
      expect(results).toContainEqual(row);
  for (const row of results) {
    const { attendance } = await get(`student-details/${row.id}/`);
    const stats: (RateCounts & { total: number })[] = attendance;
    const counts = sumCounts(stats);
    expect(row).toMatchObject({
      meetings: stats.reduce((sum, { total }) => sum + total, 0),
      present: counts.present,
      late: counts.late,
      absent: counts.absent,
      excused: counts.excused,
      rate: percentOf(rateOf(counts, terms)),
    });
    await compareRolls(`${range}&student=${row.id}`, row);
  }
}

it('reports by anything equal the rolls, dashboards and students’ pages of any institute (R-REPORT-1)', async () => {
  const terms = fc.record({
    rate_by: fc.constantFrom('meetings' as const, 'minutes' as const),
    late_counts_as: fc.constantFrom(0, 0.25, 0.5, 0.75, 1),
    excused_counts: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.gen(), terms, async (g, chosen: RateTerms) => {
      await fillMonth(school.database, ids, g);
      await school.call('admin', 'PATCH', 'attendance/settings/', chosen);
      await sql`update standing_progress set counted_on = null`.execute(school.database);
      await compareReports(chosen);
      await sql`delete from standing_progress`.execute(school.database);
      await follow();
      await compareReports(chosen);
      await changeMonth(school.database, ids, g);
      // Before the job has counted again, and afterwards.
      await compareReports(chosen);
      await follow();
      await compareReports(chosen);
    }),
    runs(4),
  );
});
