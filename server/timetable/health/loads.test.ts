import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { roomsOf, teachersOf } from '#server/school/meetings.ts';
import { minutesOf } from '#contract/dates.ts';
import {
  crowded,
  dateOf,
  prepareInstitutes,
  writeInstitute,
} from '#server/test/random-timetable.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { allRuns } from '#server/test/runs.ts';
import type { HealthPeriod } from './period.ts';
import { roomHoursOf, roomUseOf } from './rooms.ts';
import { fullestWeek, studentsWithGapsIn } from './students.ts';
import { teacherLoadsOf } from './teachers.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-06-01T08:00:00+10:00' });
  await prepareInstitutes(school.database);
  await school.call('admin', 'GET', 'user/details/');
});
afterAll(() => school.close());

const minBreak = 15;
const all = { search: '', limit: 1000, page: 1 };
const opening = { open_from: '08:30', open_to: '10:00' };

interface Held {
  class: number;
  date: string;
  start_time: string;
  end_time: string;
  teachers: number[];
  rooms: number[];
}
const read = async () =>
  (
    await sql<Held>`
      select g.class_schedule_id as class, g.date, g.start_time, g.end_time,
        ${teachersOf()} as teachers, ${roomsOf()} as rooms
      from class_meeting g join class_schedule c on c.id = g.class_schedule_id
      where g.status = 'scheduled' and c.archived_at is null`.execute(school.database)
  ).rows;

/** A day minute by minute: `x` where a class is held. */
function minutesOfDay(held: Held[]): string {
  const minutes = Array.from({ length: 24 * 60 }, () => '.');
  for (const { start_time, end_time } of held)
    for (let at = minutesOf(start_time); at < minutesOf(end_time); at++) minutes[at] = 'x';
  return minutes.join('');
}
const lengthOf = (text: string) => text.length;
/** Pauses between classes of a day that are breaks. */
const breaksOf = (day: string) =>
  (day.replaceAll(/^\.+|\.+$/g, '').match(/\.+/g) ?? [])
    .map(lengthOf)
    .filter((it) => it >= minBreak);
const stretchesOf = (day: string) =>
  day
    .replaceAll(/^\.+|\.+$/g, '')
    .split(new RegExp(`\\.{${minBreak},}`))
    .map(lengthOf);
const usedOf = (text: string) => text.replaceAll('.', '').length;
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const mondayOf = (date: string) => {
  const day = Temporal.PlainDate.from(date);
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
};

const daysOf = (held: Held[]) => {
  const dates = [...new Set(held.map(({ date }) => date))].toSorted();
  return dates.map((date) => ({
    date,
    minutes: minutesOfDay(held.filter((one) => one.date === date)),
  }));
};

it('counts stretches, gaps, hours and the use of rooms as minute by minute (R-HEALTH-3, R-HEALTH-4, R-HEALTH-5)', async () => {
  let [gaps, unused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(crowded, async (given) => {
      const { semesters } = await writeInstitute(school.database, given);
      const held = await read();
      const period: HealthPeriod = {
        semester: { id: semesters[0] ?? 0, year: 2026, semester: 1, batch: 'x' },
        from: dateOf(0),
        to: dateOf(27),
        isUsual: false,
      };

      const teachers = await teacherLoadsOf(school.database, period, {
        ...all,
        break: minBreak,
        ordering: 'name',
      });
      expect(new Set(teachers.rows.map(({ id }) => id))).toEqual(
        new Set(held.flatMap(({ teachers }) => teachers)),
      );
      for (const one of teachers.rows) {
        const own = held.filter((it) => it.teachers.includes(one.id));
        const days = daysOf(own);
        const weeks = new Set(days.map(({ date }) => mondayOf(date))).size;
        const longest = Math.max(...days.flatMap(({ minutes }) => stretchesOf(minutes)));
        expect(one).toMatchObject({
          longest_stretch: longest,
          longest_on: days.find(({ minutes }) => stretchesOf(minutes).includes(longest))?.date,
          days: days.length,
          classes: new Set(own.map((it) => it.class)).size,
          minutes_in_week: Math.round(sum(days.map(({ minutes }) => usedOf(minutes))) / weeks),
          gap_in_week: Math.round(sum(days.flatMap(({ minutes }) => breaksOf(minutes))) / weeks),
        });
      }

      const monday = await fullestWeek(school.database, period);
      if (monday) {
        const ofWeek = held.filter(({ date }) => mondayOf(date) === monday);
        const { rows: enrolments } = await sql<{
          student: string;
          class: number;
          first: string;
          last: string | null;
        }>`
          select s.student_id as student, e.class_schedule_id as class, e.enrolled_from as first,
            e.enrolled_to as last
          from enrolment e join student s on s.id = e.student_id`.execute(school.database);
        const expected = [...new Set(enrolments.map(({ student }) => student))].flatMap(
          (student) => {
            const own = enrolments.filter((it) => it.student === student);
            const days = daysOf(
              ofWeek.filter((it) =>
                own.some(
                  (e) =>
                    e.class === it.class &&
                    e.first <= it.date &&
                    (e.last === null || it.date <= e.last),
                ),
              ),
            );
            const breaks = days.flatMap(({ minutes }) => breaksOf(minutes));
            if (breaks.length === 0) return [];
            return [
              {
                student_id: student,
                gap: sum(breaks),
                gaps: breaks.length,
                longest_gap: Math.max(...breaks),
                days: days.length,
                minutes: sum(days.map(({ minutes }) => usedOf(minutes))),
              },
            ];
          },
        );
        const found = await studentsWithGapsIn(school.database, period, monday, {
          ...all,
          break: minBreak,
          ordering: 'student_id',
        });
        expect(found.rows).toHaveLength(expected.length);
        for (const one of expected)
          expect(found.rows.find(({ student_id }) => student_id === one.student_id)).toMatchObject(
            one,
          );
        gaps += expected.length;
      }

      const [open_from, open_to] = [minutesOf(opening.open_from), minutesOf(opening.open_to)];
      const weekdaysHeld = new Set(held.map(({ date }) => Temporal.PlainDate.from(date).dayOfWeek));
      const { rows: holidays } = await sql<{ first: string; last: string }>`
        select date_from as first, date_to as last from holiday`.execute(school.database);
      const { rows: closings } = await sql<{ room: number; first: string; last: string }>`
        select classroom_id as room, closed_from as first, closed_to as last
        from room_closing`.execute(school.database);
      const covers = (it: { first: string; last: string }, date: string) =>
        it.first <= date && date <= it.last;
      const openDates = (room: number) =>
        Array.from({ length: 28 }, (_, at) => dateOf(at)).filter(
          (date) =>
            weekdaysHeld.has(Temporal.PlainDate.from(date).dayOfWeek) &&
            !holidays.some((it) => covers(it, date)) &&
            !closings.some((it) => it.room === room && covers(it, date)),
        );
      const rooms = await roomUseOf(school.database, period, {
        ...all,
        ...opening,
        use: undefined,
        ordering: 'room_number',
      });
      for (const one of rooms.rows) {
        const dates = openDates(one.id);
        const own = held.filter((it) => it.rooms.includes(one.id));
        const used = sum(
          dates.map((date) =>
            usedOf(minutesOfDay(own.filter((it) => it.date === date)).slice(open_from, open_to)),
          ),
        );
        const minutes = dates.length * (open_to - open_from);
        expect(one).toMatchObject({
          classes: new Set(own.map((it) => it.class)).size,
          used_minutes: used,
          opening_minutes: minutes,
          utilisation: minutes ? Math.floor((used * 100) / minutes) : null,
        });
        if (own.length === 0) unused++;
      }
      const unusedRooms = await roomUseOf(school.database, period, {
        ...all,
        ...opening,
        use: 'unused',
        ordering: 'room_number',
      });
      expect(unusedRooms.rows).toEqual(rooms.rows.filter(({ classes }) => classes === 0));

      const hours = await roomHoursOf(school.database, period, opening);
      expect(sum(hours.hours.map((it) => it.used_minutes))).toBe(
        sum(rooms.rows.map((it) => it.used_minutes)),
      );
      expect(sum(hours.hours.map((it) => it.opening_minutes))).toBe(
        sum(rooms.rows.map((it) => it.opening_minutes)),
      );
      if (hours.hours.length)
        expect([...new Set(hours.hours.map(({ hour }) => hour))]).toEqual([8, 9]);
    }),
    // Half of them had two gaps now and then, and about twelve usually.
    allRuns(80),
  );
  expect(gaps).toBeGreaterThan(2);
  expect(unused).toBeGreaterThan(0);
});
