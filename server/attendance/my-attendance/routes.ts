import { sql } from 'kysely';
import { absencesLeft } from '#contract/standing/forecast.ts';
import { getMyAttendance, getMyHistory } from '#contract/attendance/my-attendance.endpoints.ts';
import type { MySubject } from '#contract/attendance/my-attendance.ts';
import { mondayOf } from '#contract/dates.ts';
import { fractionOf, rateNear, rateOf } from '#contract/rates.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { localNow } from '#server/platform/clock.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { notFound, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList } from '#server/platform/http/lists.ts';
import { openSubjectsOf } from '#server/standing/index.ts';
import { isOpenFor } from '../qr/queries.ts';
import { ownStudent } from '#server/school/own-student.ts';
import { rollMoment } from '#server/school/roll-state.ts';
import { classesOfWeek, historyOfOwn } from './queries.ts';

/** How far from today a week may be. */
const maxDays = 366;

/** A student's own page (R-ME-2): every query is by the student that the caller is. */
export function myAttendanceRoutes(api: Api, context: AppContext): void {
  const { database, clock } = context;

  implement(api, getMyAttendance, async ({ query, user }) => {
    const id = ownStudent(user);
    const today = clock.today();
    const date = query.date ?? today;
    if (Math.abs(Temporal.PlainDate.from(today).until(date).days) > maxDays)
      throw validationError('date', 'Weeks are shown from a year ago until a year from now');
    const monday = mondayOf(date);
    const sunday = Temporal.PlainDate.from(monday).add({ days: 6 }).toString();
    // One after the other: a call uses one connection.
    const { calendar_link, ...student } = await personOf(database, id);
    return {
      student,
      today,
      monday,
      week: await classesOfWeek(database, id, monday, sunday),
      subjects: await subjectsOf(context, id),
      calendar_link,
      check_in_open: await isOpenFor(database, id, today),
    };
  });

  implement(api, getMyHistory, async (request) => {
    const id = ownStudent(request.user);
    const found = await historyOfOwn(
      database,
      id,
      await rollMoment(database, clock),
      request.query,
    );
    return presentList(request, request.query, found);
  });
}

async function personOf(database: Database, id: number) {
  const found = await sql<{
    student_id: string;
    first_name: string;
    last_name: string;
    calendar_link: string | null;
  }>`
    select s.student_id, s.first_name, s.last_name, l.created_at as calendar_link
    from student s left join student_calendar_link l on l.student_id = s.id
    where s.id = ${id}`.execute(database);
  if (found.rows.length === 0) throw notFound('This student');
  return oneRow(found);
}

/** Rates and absences left, without a forecast (R-FORECAST-2). */
async function subjectsOf(
  { database, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  student: number,
): Promise<MySubject[]> {
  const terms = settings.current();
  const moment = { today: clock.today(), now: localNow(clock) };
  const rows = await openSubjectsOf(database, student, moment, 0);
  return rows.map(({ below, meetings_left, minutes_left, ...row }) => {
    const threshold = fractionOf(below);
    const left = { meetings: meetings_left, minutes: minutes_left };
    return {
      subject_name: row.subject_name,
      subject_code: row.subject_code,
      class_type: row.class_type,
      semester: row.semester,
      year: row.year,
      present: row.present,
      late: row.late,
      absent: row.absent,
      excused: row.excused,
      rate: rateNear(rateOf(row, terms), threshold),
      threshold: below,
      meetings_left,
      absences_left: absencesLeft(row, left, threshold, terms),
    };
  });
}
