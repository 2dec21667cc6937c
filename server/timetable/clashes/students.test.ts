import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { runs } from '#server/test/runs.ts';
import { meetingsOfClasses } from './proposals.ts';
import { overlapsAmong, studentsInTwoPlaces } from './students.ts';

let school: TestSchool;
let student: number;
beforeAll(async () => {
  school = await createTestSchool();
  student = await school.studentId('S3');
  await sql`delete from enrolment where student_id = ${student}`.execute(school.database);
});
afterAll(() => school.close());

/** A weekly class; days count from 1 June 2026, a Monday. */
interface Weekly {
  day: number;
  start: number;
  end: number;
  first: number;
  last: number;
}

const dateOf = (day: number) => Temporal.PlainDate.from('2026-06-01').add({ days: day }).toString();
const time = (slot: number) =>
  `${String(8 + Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`;

const amongFrom = async (ids: number[], from: string) =>
  overlapsAmong(school.database, await meetingsOfClasses(school.database, ids, from, 'weekly'));

let made = 0;
async function add({ day, start, end, first, last }: Weekly): Promise<number> {
  made++;
  const { rows } = await sql<{ id: number }>`
    with term as (
      insert into semester (year, semester, batch, semester_start_date, semester_end_date,
        class_start_date, class_end_date)
      values (2026, 1, ${`t${made}`}, ${dateOf(first)}, ${dateOf(last)}, ${dateOf(first)},
        ${dateOf(last)}) returning id
    )
    insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
      semester_id, teacher_id, classroom_id)
    select 'Lecture', ${day}, ${time(start)}, ${time(end)}, s.id, term.id, s.subject_teacher_id,
      r.id
    from term, (select id, subject_teacher_id from subject limit 1) s,
      (select id from classroom limit 1) r
    returning id`.execute(school.database);
  return rows[0]!.id;
}

/** The rule, day by day: both take place, during both enrolments, with a common minute. */
function meet(
  a: Weekly,
  b: Weekly,
  from: number,
  enrolled: { from: number; to: number | null },
): boolean {
  if (a.day !== b.day || a.start >= b.end || b.start >= a.end) return false;
  for (let day = from; day <= 60; day++) {
    const weekday = (day % 7) + 1;
    const both =
      weekday === a.day && day >= a.first && day <= a.last && day >= b.first && day <= b.last;
    if (both && day >= enrolled.from && day <= (enrolled.to ?? 60)) return true;
  }
  return false;
}

const weekly = fc
  .record({
    day: fc.integer({ min: 1, max: 3 }),
    start: fc.integer({ min: 0, max: 6 }),
    length: fc.integer({ min: 1, max: 4 }),
    first: fc.integer({ min: 0, max: 30 }),
    weeks: fc.integer({ min: 0, max: 25 }),
  })
  .map(({ day, start, length, first, weeks }): Weekly => ({
    day,
    start,
    end: start + length,
    first,
    last: first + weeks,
  }));
const enrolment = fc
  .record({
    from: fc.integer({ min: 0, max: 40 }),
    days: fc.option(fc.integer({ min: 0, max: 20 })),
  })
  .map(({ from, days }) => ({ from, to: days === null ? null : from + days }));

it('two classes clash exactly when both take place on some day with a common minute', async () => {
  await fc.assert(
    fc.asyncProperty(
      weekly,
      weekly,
      fc.integer({ min: 0, max: 45 }),
      enrolment,
      async (there, wanted, from, enrolled) => {
        const other = await add(there);
        const id = await add(wanted);
        await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
        values (${student}, ${other}, ${dateOf(enrolled.from)},
          ${enrolled.to === null ? null : dateOf(enrolled.to)})`.execute(school.database);
        const found = await studentsInTwoPlaces(
          school.database,
          await meetingsOfClasses(school.database, [id], dateOf(from), 'weekly'),
          { ids: [student], from: dateOf(from) },
        );
        const among = await amongFrom([id, other], dateOf(from));
        await sql`delete from enrolment where student_id = ${student}`.execute(school.database);
        expect(found).toEqual(
          meet(wanted, there, from, enrolled) ? [{ student, wanted: id, other }] : [],
        );
        expect(among.length > 0).toBe(meet(wanted, there, from, { from: 0, to: null }));
      },
    ),
    runs(100),
  );
});

describe('overlap', () => {
  const base: Weekly = { day: 1, start: 2, end: 4, first: 0, last: 50 };
  it.each([
    ['the same time', {}, true],
    ['same start, ends earlier', { end: 3 }, true],
    ['same start, ends later', { end: 6 }, true],
    ['contained', { start: 3, end: 4 }, true],
    ['contains', { start: 0, end: 6 }, true],
    ['back to back, after', { start: 4, end: 6 }, false],
    ['back to back, before', { start: 0, end: 2 }, false],
    ['another weekday', { day: 2 }, false],
    ['another semester', { first: 51, last: 60 }, false],
    ['semesters that share a Tuesday only', { first: 50, last: 60 }, false],
  ] as [string, Partial<Weekly>, boolean][])('%s: %s', async (_name, change, overlaps) => {
    const [one, other] = [await add(base), await add({ ...base, ...change })];
    expect((await amongFrom([one, other], dateOf(0))).length > 0).toBe(overlaps);
  });
});

describe('changes of single dates', () => {
  const base: Weekly = { day: 1, start: 2, end: 4, first: 0, last: 50 };
  const inTheWay = async (id: number) =>
    studentsInTwoPlaces(
      school.database,
      await meetingsOfClasses(school.database, [id], dateOf(0), 'weekly'),
      { ids: [student], from: dateOf(0) },
    );
  const enrol = async (id: number) => {
    await sql`delete from enrolment where student_id = ${student}`.execute(school.database);
    await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
      values (${student}, ${id}, ${dateOf(0)})`.execute(school.database);
  };

  it('a class whose common dates are all cancelled does not clash', async () => {
    const [theirs, wanted] = [await add({ ...base, last: 7 }), await add(base)];
    await enrol(theirs);
    expect(await inTheWay(wanted)).toHaveLength(1);
    await sql`update class_meeting set status = 'cancelled'
      where class_schedule_id = ${theirs}`.execute(school.database);
    expect(await inTheWay(wanted)).toEqual([]);
  });

  it.each([
    ['the class that is joined', 1],
    ['a class of the student', 0],
  ])('%s, held at another time on one date, does not keep the student out', async (_, which) => {
    const classes = [await add(base), await add({ ...base, day: 2 })];
    await enrol(classes[0]!);
    await sql`
      update class_meeting set date = (select min(date) + ${which ? -1 : 1}::int from class_meeting
          where class_schedule_id = ${classes[which]}),
        own_time = true
      where class_schedule_id = ${classes[which]} and date = (
        select min(date) from class_meeting where class_schedule_id = ${classes[which]})`.execute(
      school.database,
    );
    expect(await inTheWay(classes[1]!)).toEqual([]);
  });
});
