import { sql } from 'kysely';
import { listOpenRolls } from '#contract/attendance/open-rolls.endpoints.ts';
import { openRollStates, type OpenRoll } from '#contract/attendance/open-roll.ts';
import type { Overview } from '#contract/attendance/overview.ts';
import { can } from '#contract/permissions.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { localNow, type Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { implement } from '#server/platform/http/implement.ts';
import { presentList, readCountedPage, type Page } from '#server/platform/http/lists.ts';
import { contains, wordsOf } from '#server/platform/resource/search.ts';
import {
  furtherTeachers,
  isTaughtBy,
  peopleOf,
  roomText,
  takesPlace,
  teacherOfMeeting,
} from '#server/school/meetings.ts';
import { periodOf } from '#server/timetable/index.ts';
import { openRollsFrom } from '#server/school/open-rolls-from.ts';
import { stillOpen } from '#server/school/attendance.ts';
import { rollState, withRoll } from '#server/school/roll-state.ts';
import { ownTeacher } from '#server/school/own-teacher.ts';

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
  group_name: string | null;
  subject_code: string;
  teacher_id: number;
  first_name: string;
  last_name: string;
}

/** Rolls of past classes with students that are not closed, and have a student with N/A (R-ROLL-16). */
export async function findOpenRolls(
  database: Database,
  clock: Clock,
  { from, to, search, limit, page, ordering, teacher, subject, state }: OpenRollsQuery,
): Promise<Page<OpenRoll>> {
  const now = localNow(clock);
  const words = wordsOf(search);
  const conditions = [
    ...(teacher ? [isTaughtBy(teacher)] : []),
    ...(subject ? [sql`s.id = any(${subject}::bigint[])`] : []),
    ...words.map((word) =>
      contains(word, [
        's.subject_name',
        's.subject_code',
        't.first_name',
        't.last_name',
        'r.room_number',
      ]),
    ),
  ];
  const direction = ordering.startsWith('-') ? sql`desc` : sql`asc`;
  const names = ordering.endsWith('teacher')
    ? [
        sql`sort_name(first_name, last_name) collate natural_order`,
        sql`first_name collate natural_order`,
      ]
    : [];
  const order = [...names, sql`date`, sql`start_time`, sql`id`].map(
    (place) => sql`${place} ${direction}`,
  );
  const found = await readCountedPage({ limit, page }, (rows, offset) =>
    sql<Row & { total: number }>`
    with ended as (
      select g.id, c.id as class_schedule, g.date, g.start_time, g.end_time, c.class_type,
        s.subject_name, s.subject_code, c.group_name, ${roomText} as room_number,
        ${peopleOf(furtherTeachers)} as co_teachers, t.id as teacher_id, t.first_name,
        t.last_name, roll.students as number_of_students, roll.marked, ${rollState} as state
      from class_meeting g
      join class_schedule c on c.id = g.class_schedule_id and c.archived_at is null
      join subject s on s.id = c.subject_id
      join classroom r on r.id = g.classroom_id
      join teacher t on t.id = ${teacherOfMeeting}
      ${withRoll}
      where ${takesPlace} and ${stillOpen(now)}
        and g.date between ${from}::date and ${to}::date
        and ${conditions.length ? sql.join(conditions, sql` and `) : sql`true`}
    )
    select *, count(*) over () as total from ended
    where state = any(${state ? [state] : openRollStates})
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

/** Open rolls by teacher, each with everybody who was to take it. */
export function openRollsByTeacher(rolls: OpenRoll[]): Map<number, OpenRoll[]> {
  const byTeacher = new Map<number, OpenRoll[]>();
  for (const roll of rolls)
    for (const { id } of [roll.teacher, ...roll.co_teachers])
      byTeacher.set(id, [...(byTeacher.get(id) ?? []), roll]);
  return byTeacher;
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

/** How many rolls are listed without any filter, by state, and between which dates. */
export async function countOpenRolls(
  database: Database,
  clock: Clock,
): Promise<Overview['open_rolls']> {
  const { from, to } = await listedPeriod(database, clock, {});
  const query = { from, to, search: '', limit: 1, page: 1, ordering: '-date' };
  const { total } = await findOpenRolls(database, clock, query);
  const { total: not_taken } = await findOpenRolls(database, clock, {
    ...query,
    state: 'not_taken',
  });
  return { not_taken, in_progress: total - not_taken, from_date: from, to_date: to };
}

export function openRollRoutes(api: Api, { database, clock }: AppContext): void {
  implement(api, listOpenRolls, async (request) => {
    const { query, user } = request;
    const { from_date, to_date, ...filters } = query;
    const { from, to, begins_on } = await listedPeriod(database, clock, { from_date, to_date });
    const own = can(user.permissions, 'Attendance', 'teacherFilter')
      ? {}
      : { teacher: ownTeacher(query.teacher, user) };
    const found = await findOpenRolls(database, clock, { ...filters, ...own, from, to });
    return { ...presentList(request, query, found), begins_on, from_date: from, to_date: to };
  });
}
