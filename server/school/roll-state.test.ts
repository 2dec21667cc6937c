import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Absence } from '#contract/standing/absences.ts';
import type { MyHistoryRow } from '#contract/attendance/my-attendance.ts';
import type { OpenRoll } from '#contract/attendance/open-roll.ts';
import type { Overview } from '#contract/attendance/overview.ts';
import type { ReportRoll } from '#contract/standing/reports.ts';
import { rollStateOf } from '#contract/roll-state.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import {
  dayOfMonth,
  fillMonth,
  firstOfMonth as from,
  lastOfMonth as today,
  type MonthIds,
} from '#server/test/random-month.ts';
import { recount, stateIn, type Recounted } from '#server/test/recount.ts';
import { runs } from '#server/test/runs.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let ids: MonthIds;
beforeAll(async () => {
  school = await createTestSchool({
    now: `${today}T12:00:00+11:00`,
    env: { STUDENT_SIGN_IN: 'true' },
  });
  const { database } = school;
  await sql`insert into classroom (room_number, capacity) values ('R2', 9)`.execute(database);
  await sql`insert into cohort (name, year) values ('A', 2026), ('B', 2026)`.execute(database);
  const all = async (table: string) => {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(table)} order by id`.execute(database);
    return rows.map(({ id }) => id);
  };
  ids = { students: await all('student'), classes: await all('class_schedule') };
});
afterAll(() => school.close());

const get = async (path: string, caller: Caller = 'admin') => {
  const { status, body } = await school.call(caller, 'GET', `attendance/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const range = `from_date=${from}&to_date=${today}`;
const inOrder = (all: (string | number)[]) => all.map(String).toSorted();
const idsOf = (all: { id: number }[]) => inOrder(all.map(({ id }) => id));
const isTaken = (roll: Recounted) => ['taken', 'closed'].includes(stateIn(roll) ?? '');
const withState = (rolls: Recounted[], state: string) =>
  rolls.filter((roll) => stateIn(roll) === state);

interface Moment {
  now: string;
  begins_on: string | null;
  rolls: Recounted[];
}

/** The overview, and the pages that its numbers open (R-OVERVIEW-1). */
async function compareDay({ now, begins_on, rolls }: Moment): Promise<void> {
  const found: Overview = await get('overview/');
  const day = rolls.filter(({ date, marks }) => date === today && marks.size > 0);
  const begun = day.filter(({ begins }) => begins <= now);
  const hours = new Set(begun.map(({ hour }) => Math.floor(hour)));
  const counted = day.filter(({ hour }) => hours.has(Math.floor(hour)));
  expect(found.rolls).toEqual({
    planned: day.length,
    // One with an early mark has begun as well.
    begun: day.filter((roll) => roll.begins <= now || stateIn(roll) !== 'not_taken').length,
    taken: day.filter(isTaken).length,
    in_progress: withState(day, 'in_progress').length,
    not_taken: withState(begun, 'not_taken').length,
  });
  expect(found.rate.marked).toBe(
    counted.flatMap(({ marks }) => [...marks.values()]).filter(Boolean).length,
  );
  const { results } = await get(`classschedule/?date=${today}&limit=99`);
  const shown = (results as ClassSchedule[]).map(({ id, meeting, today_students_stats: stats }) => {
    const state = rollStateOf({
      students: stats.total_students,
      marked: stats.total_present + stats.total_absent,
      isClosed: Boolean(meeting?.closed_at),
    });
    return `${id} ${state}`;
  });
  const ofToday = rolls.filter(({ date }) => date === today);
  expect(inOrder(shown)).toEqual(inOrder(ofToday.map((roll) => `${roll.class} ${stateIn(roll)}`)));

  const first = Temporal.PlainDate.from(today).subtract({ days: 14 }).toString();
  const since = begins_on !== null && begins_on > first ? begins_on : first;
  const open = rolls.filter(
    ({ date, ends, isClosed }) => date >= since && ends <= now && !isClosed,
  );
  expect(found.open_rolls).toEqual({
    not_taken: withState(open, 'not_taken').length,
    in_progress: withState(open, 'in_progress').length,
    from_date: since,
    to_date: today,
  });
  for (const state of ['not_taken', 'in_progress']) {
    const list = await get(`open-rolls/?state=${state}&limit=999`);
    expect(idsOf(list.results as OpenRoll[])).toEqual(idsOf(withState(open, state)));
  }
}

/** The totals of a report, and the rolls behind them (R-REPORT-1). */
async function compareReport({ now, begins_on, rolls }: Moment): Promise<void> {
  const all = rolls.filter(({ date }) => date >= from && date <= today);
  const open = all.filter(
    ({ date, ends, isClosed }) => ends <= now && !isClosed && date >= (begins_on ?? from),
  );
  const expected = {
    taken: all.filter(isTaken),
    in_progress: withState(open, 'in_progress'),
    not_taken: withState(open, 'not_taken'),
  };
  const { totals } = await get(`reports/?${range}`);
  for (const [having, of] of Object.entries(expected)) {
    expect([having, totals[having]]).toEqual([having, of.length]);
    const { results } = await get(`reports/rolls/?${range}&having=${having}&limit=999`);
    expect(idsOf(results as ReportRoll[])).toEqual(idsOf(of));
  }
}

/** The student's page, their own history, the certificate and the contact hours (R-ROLL-16, R-RATE-2). */
async function compareStudents({ now, rolls }: Moment): Promise<void> {
  const own = await school.studentId('S1');
  for (const student of ids.students) {
    const all = rolls.filter(({ marks }) => marks.has(student));
    const marks = all.flatMap((roll) => roll.marks.get(student) ?? []);
    const missing = all.filter(
      (roll) => !roll.marks.get(student) && roll.ends <= now && roll.isExpected,
    );
    const dates = inOrder(missing.map((roll) => `${roll.class} ${roll.date}`));
    const { attendance }: StudentDetails = await get(`student-details/${student}/`);
    const sum = (name: 'present' | 'absent' | 'excused' | 'not_taken') =>
      attendance.reduce((total, one) => total + one[name], 0);
    const present = marks.filter(({ status }) => status === 'Present').length;
    const excused = marks.filter(({ isExcused }) => isExcused).length;
    expect([sum('present'), sum('absent'), sum('excused'), sum('not_taken')]).toEqual([
      present,
      marks.length - present,
      excused,
      missing.length,
    ]);
    const shown = attendance.flatMap(({ class_schedule, days }) =>
      days.filter(({ status }) => status === 'N/A').map(({ date }) => `${class_schedule} ${date}`),
    );
    expect(inOrder(shown)).toEqual(dates);
    if (student === own) {
      const { results } = await get('my-attendance/history/?limit=100', 'student');
      const rows: MyHistoryRow[] = results;
      expect(rows.length).toBe(marks.length + missing.length);
      expect(
        inOrder(rows.filter(({ status }) => status === 'N/A').map(({ date }) => date)),
      ).toEqual(inOrder(missing.map(({ date }) => date)));
    }
    const answer = await school.call('admin', 'POST', 'attendance/letters/certificates/', {
      student: [student],
      from_date: from,
      to_date: today,
      preview: true,
    });
    if (marks.length > 0) {
      const { body } = answer.body.letters[0];
      expect(body).toContain(`Classes that count: ${marks.length - excused}\n`);
      expect(body).toContain(`Classes without recorded attendance: ${missing.length}\n`);
    }
    const hours = await get(`contact-hours/${student}/?${range}`);
    expect(hours.totals.not_recorded_minutes).toBe(
      missing.reduce((total, { minutes }) => total + minutes, 0),
    );
  }
}

/** Who was absent, with the classes that count (R-ABSENCE-1). */
async function compareAbsences({ rolls }: Moment): Promise<void> {
  const counts = new Map<string, { absent: number; excused: number; counted: number }>();
  for (const { date, subject, marks } of rolls) {
    if (date < from || date > today) continue;
    for (const [student, mark] of marks) {
      if (!mark) continue;
      const key = `${student} ${subject}`;
      const before = counts.get(key) ?? { absent: 0, excused: 0, counted: 0 };
      counts.set(key, {
        absent: before.absent + Number(mark.status === 'Absent'),
        excused: before.excused + Number(mark.isExcused),
        counted: before.counted + Number(!mark.isExcused),
      });
    }
  }
  const { results } = await get(`absences/?${range}&limit=999`);
  const found = (results as Absence[]).map(({ id, subject, absent, excused, counted }) => [
    `${id} ${subject.id}`,
    { absent, excused, counted },
  ]);
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries([...counts].filter(([, { absent }]) => absent > 0)),
  );
}

it('all screens count the rolls and marks of any institute as a recount from the rows does (R-ROLL-11, R-ROLL-16)', async () => {
  const { database } = school;
  const times = fc.constantFrom('08:00', '09:00', '10:00', '14:30', '20:00');
  const begins = fc.option(fc.integer({ min: 0, max: 29 }));
  await fc.assert(
    fc.asyncProperty(fc.gen(), times, begins, async (g, time, begun) => {
      await fillMonth(database, ids, g);
      const meetings = await sql<{ id: number }>`
        select id from class_meeting where date <= ${today} order by id`.execute(database);
      const closed = meetings.rows.map(({ id }) => id).filter(() => g(fc.nat, 9) === 0);
      await sql`update class_meeting set closed_at = now()
        where id = any(${closed}::bigint[])`.execute(database);
      const begins_on = begun === null ? null : dayOfMonth(begun);
      await sql`delete from open_rolls_from`.execute(database);
      if (begins_on)
        await sql`insert into open_rolls_from (since)
          values (${`${begins_on}T12:00:00+11:00`}::timestamptz)`.execute(database);
      school.at(`${today}T${time}:00+11:00`);
      const moment = {
        now: `${today}T${time}`,
        begins_on,
        rolls: await recount(database, begins_on),
      };
      await compareDay(moment);
      await compareReport(moment);
      await compareStudents(moment);
      await compareAbsences(moment);
    }),
    runs(8),
  );
});
