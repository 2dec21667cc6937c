import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clash } from '#contract/clash.ts';
import {
  dateOf,
  day,
  institute,
  place,
  prepareInstitutes,
  times,
  writeInstitute,
} from '#server/test/random-timetable.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { allRuns } from '#server/test/runs.ts';
import { clashes } from './judge.ts';
import { meetingsOfClasses, plannedMeetings } from './proposals.ts';
import type { ProposedMeeting } from './proposed.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-06-01T08:00:00+10:00' });
});
afterAll(() => school.close());

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

const instituteAndClass = fc.record({
  institute,
  proposed: fc.record({
    /** An existing class, or a new one. */
    class: fc.option(fc.nat(5), { freq: 6 }),
    times,
    teacher: place,
    room: place,
    days: fc.uniqueArray(day, { minLength: 6, maxLength: 20 }),
  }),
});

const run = async <Row>(query: ReturnType<typeof sql<Row>>) =>
  (await query.execute(school.database)).rows;

interface Rows {
  meetings: (ProposedMeeting & { class_schedule_id: number; status: string })[];
  enrolments: {
    student_id: number;
    code: string;
    class_schedule_id: number;
    first: string;
    last: string | null;
  }[];
  classes: { id: number; archived: boolean; first: string; last: string }[];
  rooms: { id: number; capacity: number }[];
  holidays: { first: string; last: string }[];
  closings: { classroom_id: number; first: string; last: string }[];
}

async function read(): Promise<Rows> {
  return {
    meetings: (
      await run(sql<StoredMeeting>`select class_schedule_id, date, start_time, end_time, status, teacher_id,
        covering_teacher_id, co_teacher_ids, changed_places, classroom_id, more_classroom_ids from class_meeting`)
    ).map(asHeld),
    enrolments: await run(sql`select e.student_id, s.student_id as code, class_schedule_id,
      enrolled_from as first, enrolled_to as last
      from enrolment e join student s on s.id = e.student_id`),
    classes: await run(sql`select c.id, c.archived_at is not null as archived,
      class_start_date as first, class_end_date as last
      from class_schedule c join semester m on m.id = c.semester_id`),
    rooms: await run(sql`select id, capacity from classroom`),
    holidays: await run(sql`select date_from as first, date_to as last from holiday`),
    closings: await run(
      sql`select classroom_id, closed_from as first, closed_to as last from room_closing`,
    ),
  };
}

type StoredMeeting = Omit<Rows['meetings'][number], 'teacher_ids' | 'classroom_ids'> & {
  teacher_id: number;
  covering_teacher_id: number | null;
  co_teacher_ids: number[] | null;
  changed_places: Record<string, { teacher?: number; away?: true }> | null;
  classroom_id: number;
  more_classroom_ids: number[] | null;
};

/** Who teaches it, and where. */
function asHeld(row: StoredMeeting): Rows['meetings'][number] {
  const changed = row.changed_places ?? {};
  const places = [
    { planned: row.teacher_id, cover: row.covering_teacher_id },
    ...(row.co_teacher_ids ?? []).map((planned) => ({
      planned,
      cover: changed[planned]?.teacher ?? null,
    })),
  ];
  return {
    ...row,
    teacher_ids: places
      .filter(({ planned }) => !changed[planned]?.away)
      .map(({ planned, cover }) => cover ?? planned),
    classroom_ids: [row.classroom_id, ...(row.more_classroom_ids ?? [])],
  };
}

const contains = (span: { first: string; last: string | null }, date: string) =>
  span.first <= date && (span.last === null || date <= span.last);

/** Whether two meetings share a minute. */
function shareAMinute(a: ProposedMeeting, b: ProposedMeeting): boolean {
  const ofOne = new Set<number>();
  for (let it = minutesOf(a.start_time); it < minutesOf(a.end_time); it++) ofOne.add(it);
  for (let it = minutesOf(b.start_time); it < minutesOf(b.end_time); it++)
    if (ofOne.has(it)) return true;
  return false;
}

/** The clashes, minute by minute: `kind class: dates; students`. */
function enumerated(meetings: ProposedMeeting[], rows: Rows): string[] {
  const found = new Map<string, { dates: Set<string>; students: Set<string> }>();
  const add = (key: string, date: string, students: string[] = []) => {
    const there = found.get(key) ?? { dates: new Set(), students: new Set() };
    there.dates.add(date);
    for (const one of students) there.students.add(one);
    found.set(key, there);
  };
  const studentsOf = (id: number | null, date: string) =>
    rows.enrolments.filter((it) => it.class_schedule_id === id && contains(it, date));
  for (const mine of meetings) {
    for (const theirs of rows.meetings) {
      const other = theirs.class_schedule_id;
      if (other === mine.class_schedule_id || theirs.status !== 'scheduled') continue;
      if (rows.classes.find(({ id }) => id === other)?.archived) continue;
      if (theirs.date !== mine.date || !shareAMinute(mine, theirs)) continue;
      if (theirs.teacher_ids.some((id) => mine.teacher_ids.includes(id)))
        add(`teacher ${other}`, mine.date);
      const shared = theirs.classroom_ids.filter((id) => mine.classroom_ids.includes(id));
      if (rows.rooms.some(({ id, capacity }) => capacity > 0 && shared.includes(id)))
        add(`classroom ${other}`, mine.date);
      const there = new Set(studentsOf(other, mine.date).map(({ code }) => code));
      const both = studentsOf(mine.class_schedule_id, mine.date)
        .map(({ code }) => code)
        .filter((code) => there.has(code));
      if (both.length) add(`students ${other}`, mine.date, both);
    }
    if (rows.holidays.some((it) => contains(it, mine.date))) add('holiday', mine.date);
    if (
      rows.closings.some(
        (it) => mine.classroom_ids.includes(it.classroom_id) && contains(it, mine.date),
      )
    )
      add('closed', mine.date);
    const own = rows.classes.find(({ id }) => id === mine.class_schedule_id);
    if (own && !contains(own, mine.date)) add('outside', mine.date);
    if (own?.archived) add('archived', mine.date);
    const seats = rows.rooms
      .filter(({ id }) => mine.classroom_ids.includes(id))
      .map(({ capacity }) => capacity);
    const number = studentsOf(mine.class_schedule_id, mine.date).length;
    if (!seats.includes(0) && number > seats.reduce((sum, one) => sum + one, 0))
      add('seats', mine.date);
  }
  return [...found]
    .map(([key, { dates, students }]) => {
      const sorted = [...dates].toSorted();
      return `${key}: ${sorted[0]} ${sorted.at(-1)} ${sorted.length}; ${[...students].toSorted().join(' ')}`;
    })
    .toSorted();
}

const shown = ({ kind, other, date, last_date, dates, students }: Clash): string => {
  const names = students?.first.map(({ student_id }) => student_id) ?? [];
  expect(names).toHaveLength(students?.count ?? 0);
  return `${kind}${other ? ` ${other.class_schedule}` : ''}: ${date} ${last_date} ${dates}; ${names.join(' ')}`;
};

/** Rows of one holiday or closing each are one here, as in the enumeration. */
const withoutCauses = (found: Clash[]) =>
  found.filter(({ kind }) => kind !== 'holiday' && kind !== 'closed');

it('finds exactly what a comparison minute by minute finds (R-CLASH-1)', async () => {
  await prepareInstitutes(school.database);
  await school.call('admin', 'GET', 'user/details/');
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(instituteAndClass, async ({ institute: given, proposed }) => {
      const { teachers, rooms, classes } = await writeInstitute(school.database, given);
      const meetings = proposed.days.map((one) => ({
        class_schedule_id:
          proposed.class === null ? null : classes[proposed.class % classes.length]!,
        date: dateOf(one),
        ...proposed.times,
        teacher_ids: [teachers[proposed.teacher]!],
        classroom_ids: [rooms[proposed.room]!],
      }));
      const found = await clashes(school.database, meetings);
      const rows = await read();
      const expected = enumerated(meetings, rows);
      const ofCauses = (text: string) => /^(holiday|closed)/.test(text);
      expect(withoutCauses(found).map(shown).toSorted()).toEqual(
        expected.filter((text) => !ofCauses(text)),
      );
      for (const kind of ['holiday', 'closed'] as const)
        expect(found.some((one) => one.kind === kind)).toBe(
          expected.some((text) => text.startsWith(kind)),
        );
      // Thousands of classes are judged by a statement of a different shape.
      const planned = await meetingsOfClasses(school.database, classes, dateOf(0));
      expect(await clashes(school.database, plannedMeetings(sql`true`), { max: 1000 })).toEqual(
        await clashes(school.database, planned, { max: 1000 }),
      );
      for (const { kind } of found) seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }),
    allRuns(80),
  );
  // The institutes are crowded enough for each kind.
  for (const kind of [
    'teacher',
    'classroom',
    'students',
    'seats',
    'holiday',
    'outside',
    'archived',
    'closed',
  ])
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(0);
});
