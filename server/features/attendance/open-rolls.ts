import { sql } from 'kysely';
import { listOpenRolls } from '#contract/endpoints/open-rolls.ts';
import type { OpenRoll } from '#contract/open-roll.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { localNow, type Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { implement } from '#server/platform/http/implement.ts';
import {
  likePattern,
  presentList,
  readCountedPage,
  type Page,
} from '#server/platform/http/lists.ts';
import { searchable } from '#server/platform/resource/list.ts';
import { numberEnrolled } from '../enrolment/predicates.ts';
import { takesPlace, teacherOfMeeting } from '../meetings/predicates.ts';
import { periodOf } from '../timetable/period.ts';
import { openRollsFrom } from './open-rolls-from.ts';
import { stillOpen } from './predicates.ts';

interface OpenRollsQuery {
  from: string;
  to: string;
  search: string;
  limit: number;
  page: number;
  ordering: string;
  teacher?: number[];
  subject?: number[];
  state?: OpenRoll['state'];
}

interface Row extends Omit<OpenRoll, 'subject' | 'teacher'> {
  subject_name: string;
  subject_code: string;
  teacher_id: number;
  first_name: string;
  last_name: string;
}

const maxWords = 6;

/** Rolls of past classes with students that are not closed, and have a student with N/A (R-ROLL-16). */
export async function findOpenRolls(
  database: Database,
  clock: Clock,
  { from, to, search, limit, page, ordering, teacher, subject, state }: OpenRollsQuery,
): Promise<Page<OpenRoll>> {
  const now = localNow(clock);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
  const conditions = [
    ...(teacher ? [sql`t.id = any(${teacher}::bigint[])`] : []),
    ...(subject ? [sql`s.id = any(${subject}::bigint[])`] : []),
    ...words.map(
      (word) =>
        sql`${searchable(
          's.subject_name',
          's.subject_code',
          't.first_name',
          't.last_name',
          'r.room_number',
        )} like ${likePattern(word)}`,
    ),
  ];
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const names = ordering.endsWith('teacher')
    ? ['last_name', 'first_name'].map((name) => sql`${sql.ref(name)} collate natural_order`)
    : [];
  const order = [...names, sql`date`, sql`start_time`, sql`id`].map(
    (place) => sql`${place} ${direction}`,
  );
  const found = await readCountedPage({ limit, page }, (rows, offset) =>
    sql<Row & { total: number }>`
    with ended as (
      select g.id, c.id as class_schedule, g.date, g.start_time, g.end_time, c.class_type,
        s.subject_name, s.subject_code, r.room_number, t.id as teacher_id, t.first_name,
        t.last_name, ${numberEnrolled(sql`c.id`, sql`g.date`)} as number_of_students,
        (select count(*) from attendance a
          where a.class_schedule_id = c.id and a.date = g.date) as marked
      from class_meeting g
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      join subject s on s.id = c.subject_id
      join classroom r on r.id = g.classroom_id
      join teacher t on t.id = ${teacherOfMeeting}
      where ${takesPlace} and ${stillOpen(now)}
        and g.date between ${from}::date and ${to}::date
        and ${conditions.length ? sql.join(conditions, sql` and `) : sql`true`}
    )
    select *, count(*) over () as total,
      case when marked = 0 then 'not_taken' else 'in_progress' end as state
    from ended
    where marked < number_of_students
      and ${state ? sql`(marked = 0) = ${state === 'not_taken'}` : sql`true`}
    order by ${sql.join(order)} limit ${rows} offset ${offset}`.execute(database),
  );
  return {
    ...found,
    rows: found.rows.map(
      ({ subject_name, subject_code, teacher_id, first_name, last_name, ...row }) => ({
        ...row,
        subject: { subject_name, subject_code },
        teacher: { id: teacher_id, first_name, last_name },
      }),
    ),
  };
}

/** Between which dates rolls are listed: of 14 days when no dates are given (R-ROLL-16). */
async function listedPeriod(
  database: Database,
  clock: Clock,
  dates: { from_date?: string | undefined; to_date?: string | undefined },
) {
  const { from, to } = periodOf(dates, clock.today());
  const begins_on = await openRollsFrom(database, clock);
  return { from: begins_on !== null && begins_on > from ? begins_on : from, to, begins_on };
}

/** How many rolls are listed without any filter. */
export async function countOpenRolls(database: Database, clock: Clock): Promise<number> {
  const { from, to } = await listedPeriod(database, clock, {});
  const query = { from, to, search: '', limit: 1, page: 1, ordering: '-date' };
  return (await findOpenRolls(database, clock, query)).total;
}

export function openRollRoutes(api: Api, { database, clock }: AppContext): void {
  implement(api, listOpenRolls, async (request) => {
    const { query, user } = request;
    const { from_date, to_date, ...filters } = query;
    const { from, to, begins_on } = await listedPeriod(database, clock, { from_date, to_date });
    const own = can(user.permissions, 'Attendance', 'teacherFilter')
      ? {}
      : // Id 0 belongs to no teacher.
        { teacher: [user.teacherId ?? 0] };
    const found = await findOpenRolls(database, clock, { ...filters, ...own, from, to });
    return { ...presentList(request, query, found), begins_on };
  });
}
