import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Evidence } from '#contract/standing/contact-hour-evidence.ts';
import type { ContactHourList } from '#contract/standing/contact-hour-list.ts';
import { permissionsOf } from '#contract/permissions.ts';
import { settings } from '#contract/settings.ts';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { findContactHours } from './list.ts';

/** During a class on a Tuesday in the middle of the semester. */
const today = '2026-03-24';
const now = `${today}T14:45:00`;
let school: TestSchool;
let follow: () => Promise<number>;
let student: number;
let meetings: { id: number; class_schedule: number; date: string; start: string; end: string }[];

beforeAll(async () => {
  school = await createTestSchool({ now: `${now}+11:00` });
  follow = standingsOf(school);
  student = await school.studentId('S1');
  const { rows } = await sql<(typeof meetings)[number]>`
    select g.id, g.class_schedule_id as class_schedule, g.date, g.start_time::text as start,
      g.end_time::text as end
    from class_meeting g join enrolment e on e.class_schedule_id = g.class_schedule_id
    where e.student_id = ${student} order by g.date, g.start_time`.execute(school.database);
  meetings = rows;
});
afterAll(() => school.close());

/** What happened in one meeting. */
const happened = fc.record({
  mark: fc.constantFrom('Present', 'Present', 'Present', 'Absent', null),
  late: fc.option(fc.integer({ min: 1, max: 90 })),
  early: fc.option(fc.integer({ min: 1, max: 90 })),
  excused: fc.boolean(),
  isCancelled: fc.boolean(),
});
const history = fc.record({
  meetings: fc.array(happened, { minLength: 60, maxLength: 60 }),
  enrolledFrom: fc.integer({ min: 0, max: 50 }),
  enrolledDays: fc.integer({ min: 1, max: 150 }),
  leave: fc.option(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))),
  excusedCounts: fc.boolean(),
  bands: fc.uniqueArray(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 }),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

const dayAfter = (days: number) => Temporal.PlainDate.from('2026-02-09').add({ days }).toString();

/** The period of the enrolment, the leave, and each meeting with what happened in it. */
function planOf(of: History) {
  const from = dayAfter(of.enrolledFrom);
  const to = dayAfter(of.enrolledFrom + of.enrolledDays);
  const leave = of.leave && {
    from: dayAfter(of.leave[0]),
    to: dayAfter(of.leave[0] + of.leave[1]),
  };
  return {
    from,
    to,
    leave,
    bands: of.bands.toSorted((a, b) => b - a),
    days: meetings.map((meeting, at) => {
      const what = of.meetings[at % of.meetings.length]!;
      const isOver = `${meeting.date}T${meeting.end}` <= now;
      const isBegun = `${meeting.date}T${meeting.start}` <= now;
      // Marks are of classes that have begun; a cancelled meeting is marked by no user.
      const mark = isBegun && !what.isCancelled ? what.mark : null;
      return { ...meeting, ...what, isCancelled: what.isCancelled && at % 3 === 0, mark, isOver };
    }),
  };
}
type Plan = ReturnType<typeof planOf>;

async function store(plan: Plan) {
  await school.database.transaction().execute(async (trx) => {
    await sql`delete from attendance where student_id = ${student}`.execute(trx);
    await sql`delete from mark_detail where student_id = ${student}`.execute(trx);
    await sql`delete from leave where student_id = ${student}`.execute(trx);
    await sql`update enrolment set enrolled_from = ${plan.from}, enrolled_to = ${plan.to}
      where student_id = ${student}`.execute(trx);
    if (plan.leave)
      await sql`insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
        values (${student}, ${plan.leave.from}, ${plan.leave.to}, 'dean@school.example', 'Placement')`.execute(
        trx,
      );
    for (const { id, isCancelled } of plan.days)
      await sql`update class_meeting set status = ${isCancelled ? 'cancelled' : 'scheduled'}
        where id = ${id} and status <> ${isCancelled ? 'cancelled' : 'scheduled'}`.execute(trx);
    for (const { class_schedule, date, mark, late, early, excused, start } of plan.days) {
      if (!mark) continue;
      await sql`insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
        values (${student}, ${class_schedule}, ${date}, ${mark}, 'manual', ${`${date} ${start}`})`.execute(
        trx,
      );
      await sql`insert into mark_detail (student_id, class_schedule_id, date, late_minutes,
          left_early_minutes, excuse)
        values (${student}, ${class_schedule}, ${date}, ${mark === 'Present' ? late : null},
          ${mark === 'Present' ? early : null}, ${mark === 'Absent' && excused ? 'sick' : null})`.execute(
        trx,
      );
    }
    await sql`insert into standing_due (student_id) values (${student})`.execute(trx);
  });
}

type Minute = 'attended' | 'missed' | 'excused' | 'not recorded' | 'to come';

/** Every minute of the student's meetings, one by one. */
function minutesOf(plan: Plan): Minute[] {
  const all: Minute[] = [];
  for (const day of plan.days) {
    if (day.isCancelled || day.date < plan.from || day.date > plan.to) continue;
    const at = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
    const isOnLeave = plan.leave && plan.leave.from <= day.date && day.date <= plan.leave.to;
    const arrives = at(day.start) + (day.late ?? 0);
    const leaves = at(day.end) - (day.early ?? 0);
    for (let minute = at(day.start); minute < at(day.end); minute++) {
      if (!day.mark) all.push(day.isOver ? 'not recorded' : 'to come');
      else if (day.mark === 'Present')
        all.push(minute >= arrives && minute < leaves ? 'attended' : 'missed');
      else all.push(day.excused || isOnLeave ? 'excused' : 'missed');
    }
  }
  return all;
}

const numberOf = (all: Minute[], kind: Minute) => all.filter((one) => one === kind).length;

/** What the evidence should say, from the minutes alone. */
function expected(all: Minute[], plan: Plan, excusedCounts: boolean) {
  const counted = all.filter(
    (one) => one === 'attended' || one === 'missed' || (one === 'excused' && excusedCounts),
  );
  const left = numberOf(all, 'to come');
  const attended = numberOf(all, 'attended');
  /** Whether the percentage is reached when so many of the minutes left are missed. */
  const isReached = (percent: number, missed: number) =>
    (attended + left - missed) / (counted.length + left) >= percent / 100 - 1e-12;
  const reach = plan.bands.map((percent) => {
    if (counted.length + left === 0 || !isReached(percent, 0))
      return { percent, state: 'lost', may_miss_minutes: null };
    let missed = 0;
    while (missed < left && isReached(percent, missed + 1)) missed++;
    return { percent, state: missed === left ? 'certain' : 'open', may_miss_minutes: missed };
  });
  const band =
    counted.length === 0
      ? null
      : (plan.bands.find((percent) => attended / counted.length >= percent / 100 - 1e-12) ?? null);
  return {
    scheduled_minutes: all.length - numberOf(all, 'not recorded') - left,
    attended_minutes: attended,
    excused_minutes: numberOf(all, 'excused'),
    left_minutes: left,
    rate: counted.length ? { part: attended, of: counted.length } : null,
    best: counted.length + left ? { part: attended + left, of: counted.length + left } : null,
    worst: counted.length + left ? { part: attended, of: counted.length + left } : null,
    band,
    reach,
  };
}

async function setTerms(bands: number[], excused_counts: boolean) {
  const answer = await school.call('admin', 'PATCH', 'attendance/settings/', {
    contact_hour_bands: bands,
    excused_counts,
  });
  expect(answer.status).toBe(200);
}

const evidenceOf = async (query = '') => {
  const answer = await school.call('admin', 'GET', `attendance/contact-hours/${student}/?${query}`);
  expect(answer.status).toBe(200);
  return answer.body as Evidence;
};

beforeEach(() => setTerms([...settings.contact_hour_bands.default], false));

it('of random histories the hours are those of the minutes counted one by one: evidence, list and subjects', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (of) => {
      const plan = planOf(of);
      await store(plan);
      await setTerms(plan.bands, of.excusedCounts);
      await follow();
      const all = minutesOf(plan);
      const wanted = expected(all, plan, of.excusedCounts);
      const found = await evidenceOf();
      expect(found.totals).toEqual({
        ...wanted,
        not_recorded_minutes: numberOf(all, 'not recorded'),
      });
      const sum = (read: (one: (typeof found.meetings)[number]) => number) =>
        found.meetings.reduce((total, one) => total + read(one), 0);
      expect(sum((one) => one.attended_minutes)).toBe(wanted.attended_minutes);
      expect(sum((one) => (one.excused ? one.minutes : 0))).toBe(wanted.excused_minutes);
      expect(sum(({ status, minutes }) => (status === 'none' ? minutes : 0))).toBe(
        found.totals.not_recorded_minutes,
      );
      expect(found.subjects.reduce((total, one) => total + one.left_minutes, 0)).toBe(
        wanted.left_minutes,
      );
      const { body } = await school.call('admin', 'GET', 'attendance/contact-hours/?search=S1');
      const { results } = body as ContactHourList;
      // Who has no minute that counts or is to come stands on no list.
      if (wanted.scheduled_minutes + wanted.left_minutes > 0)
        expect(results).toMatchObject([wanted]);
    }),
    { numRuns: 40, seed: 43 },
  );
}, 120_000);

it('the list of an ended semester, counted now, is that of the stored one', async () => {
  const past = { ...planOf(fc.sample(history, { numRuns: 1, seed: 7 })[0]!), from: '2026-02-09' };
  await store(past);
  await follow();
  const { contact_hour_bands, excused_counts } = school.context.settings.current();
  const read = (isCurrent: boolean, ordering: string) =>
    findContactHours(
      school.database,
      { id: 1, from: '2026-02-02', to: '2026-06-30', isCurrent },
      { search: '', ordering, limit: 20, page: 1 },
      {
        user: {
          id: 1,
          email: 'ada@school.example',
          name: 'Ada',
          roles: ['admin'],
          permissions: permissionsOf.admin,
          teacherId: null,
          studentId: null,
        },
        terms: { contact_hour_bands, excused_counts },
        today,
        moment: { now, begins_on: null },
      },
    );
  const stored = await read(true, 'student_id');
  expect(stored.total).toBe(5);
  expect(await read(false, 'student_id')).toEqual(stored);
  for (const ordering of ['rate', '-best', 'worst', '-last_name', 'scheduled'])
    expect(await read(false, ordering)).toEqual(await read(true, ordering));
});
