import { getWeek } from '#contract/timetable/weeks.endpoints.ts';
import { can } from '#contract/permissions.ts';
import { maxWeekClasses, type WeekClass } from '#contract/timetable/week.ts';
import { addDays, mondayOf } from '#contract/dates.ts';
import { nameOfWord } from '#contract/week-names.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { forbidden } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { describeDays } from '../calendar-feed/queries.ts';
import { closingsBetween } from '../room-closings/queries.ts';
import { meetingOf } from '../class-schedules/present.ts';
import { changesOf, type ChangeOfClass } from '../class-schedules/changes-on-date.ts';
import { classesBetween, semestersOfWeek, type WeekRow } from './queries.ts';

/** The actual week of a date: with holidays and changes of single dates. */
export function weekRoutes(api: Api, { database, clock, settings }: AppContext): void {
  implement(api, getWeek, async ({ query: { date, ...filters }, user }) => {
    if (filters.student && !can(user.permissions, 'Students', 'read'))
      throw forbidden('Only who may read students sees their week.');
    const today = clock.today();
    const { from, to } = weekOf(date ?? today);
    const { edit_days, week_names } = settings.current();
    const closings = await closingsBetween(database, from, to, filters.classroom);
    const days = (await describeDays(database, { from, to }, settings.current().weekdays)).map(
      (day) => ({
        ...day,
        closed_rooms: closings.filter(
          ({ closed_from, closed_to }) => closed_from <= day.date && day.date <= closed_to,
        ),
      }),
    );
    const period = { from, to, today, edit_days };
    const { rows, total } = await classesBetween(database, period, filters);
    const running = await semestersOfWeek(database, from, filters.semester);
    const isWhole = total <= maxWeekClasses;
    const withClasses = running.filter(({ id }) => rows.some((row) => row.semester_id === id));
    const semesters = (isWhole && withClasses.length > 0 ? withClasses : running).map(
      ({ first_week, week, ...semester }) => ({
        ...semester,
        week,
        name: nameOfWord(week % 2 ? 'odd' : 'even', { names: week_names, first_week }),
      }),
    );
    if (!isWhole) return { days, semesters, results: [], total };
    const changes = await changesOf(database, rows);
    const results = rows.map((row) => present(row, changes.get(row.meeting_id)));
    return { days, semesters, results, total };
  });
}

/** Monday and Sunday of the week of a date. */
export function weekOf(date: string): { from: string; to: string } {
  const monday = mondayOf(date);
  return { from: monday, to: addDays(monday, 6) };
}

const present = (row: WeekRow, change: ChangeOfClass | undefined): WeekClass => ({
  id: row.id,
  date: row.date,
  class_type: row.class_type,
  group_name: row.group_name,
  start_time: row.start_time,
  end_time: row.end_time,
  color_coding: row.color_coding,
  subject: { id: row.subject_id, subject_name: row.subject_name, subject_code: row.subject_code },
  classroom: { id: row.classroom_id, room_number: row.room_number, capacity: row.capacity },
  teacher: { id: row.teacher_id, first_name: row.first_name, last_name: row.last_name },
  co_teachers: row.co_teachers,
  more_rooms: row.more_rooms,
  ...meetingOf(row, row.meeting_id, { payCode: false, change }),
  usual: row.usual,
});
