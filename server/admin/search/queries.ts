import { sql, type RawBuilder } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { ListedStudent } from '#contract/student.ts';
import type { WeekWord } from '#contract/weeks.ts';
import type { SearchGroup } from '#contract/admin/search.ts';
import type { Database } from '#server/platform/database/pool.ts';
import {
  conditionOf,
  type ListQuery,
  type ListDefinition,
} from '#server/platform/resource/list.ts';
import { peopleOf, type Person } from '#server/school/meetings.ts';
import { beginsWith, wordsOf } from '#server/platform/resource/search.ts';
import { plainList, classroom, classList, type ClassesQuery } from '#server/timetable/index.ts';
import { cohortList, subjectList } from '#server/enrolment/index.ts';
import { teacherList } from '#server/people/index.ts';
import { studentsFound } from './students.ts';

interface SearchParams {
  text: string;
  /** The institute's date. */
  today: string;
}

/** Only search and date: all filters of a list are optional. */
const queryOf = ({ text, today }: SearchParams): ListQuery => ({
  search: text,
  limit: limits.searchRows,
  page: 1,
  ordering: '',
  today,
});

/** Rows of one kind, matched as in their list; prefix matches first. */
function rowsFound<Query extends ListQuery>(
  list: ListDefinition<Query>,
  { text, today }: SearchParams,
  columns: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const query = queryOf({ text, today }) as Query;
  return sql`
    select ${columns} from ${sql.table(list.table)} x ${list.joins?.(query) ?? sql``}
    where ${conditionOf(list, query)} order by ${order}, x.id limit ${limits.searchRows}`;
}

/** Classes of semesters that are not over first; of nine in ten that are, no more are sorted than needed. */
function classesFound(params: SearchParams): RawBuilder<unknown> {
  const query = queryOf(params) as ClassesQuery;
  const sorted = (among: RawBuilder<unknown>) => sql`
    (select x.id, s.subject_name, s.subject_code, x.group_name, x.day_of_week,
      to_char(x.start_time, 'HH24:MI') as start_time,
      to_char(x.end_time, 'HH24:MI') as end_time, weeks_text(x.weeks) as weeks, m.first_week,
      rooms_text(x.classroom_id, x.more_classroom_ids) as room_number, t.first_name, t.last_name,
      ${peopleOf(sql`x.co_teacher_ids`)} as co_teachers, m.semester, m.year
    from matched x ${classList.joins?.(query) ?? sql``}
    where ${among}
    order by x.day_of_week, x.start_time, s.subject_code, x.id limit ${limits.searchRows})`;
  return sql`
    with matched as materialized (
      select id, subject_id, classroom_id, teacher_id, semester_id, day_of_week, start_time,
        end_time, weeks, group_name, co_teacher_ids, more_classroom_ids
      from class_schedule x where ${conditionOf(classList, query)}
    )
    select * from (
      ${sorted(sql`m.class_end_date >= ${params.today}::date`)}
      union all
      ${sorted(sql`m.class_end_date < ${params.today}::date`)}
    ) c limit ${limits.searchRows}`;
}

const groups: Record<SearchGroup, (params: SearchParams) => RawBuilder<unknown>> = {
  students: ({ text }) => studentsFound(text),
  teachers: (params) =>
    rowsFound(
      teacherList,
      params,
      sql`x.id, x.first_name, x.last_name, x.email`,
      sql`
        ${beginsWith(params.text, sql`x.last_name`, sql`person_name(x.first_name, x.last_name)`)} desc,
        sort_name(x.first_name, x.last_name) collate natural_order, x.first_name collate natural_order`,
    ),
  classes: classesFound,
  classrooms: (params) =>
    rowsFound(
      plainList(classroom),
      params,
      sql`x.id, x.room_number, x.capacity`,
      sql`
        ${beginsWith(params.text, sql`x.room_number`)} desc,
        x.room_number collate natural_order`,
    ),
  cohorts: (params) =>
    rowsFound(
      cohortList,
      params,
      sql`x.id, x.name, x.year`,
      sql`
        ${beginsWith(params.text, sql`x.name`)} desc, x.year desc,
        x.name collate natural_order`,
    ),
  subjects: (params) =>
    rowsFound(
      subjectList,
      params,
      sql`x.id, x.subject_name, x.subject_code`,
      sql`
        ${beginsWith(params.text, sql`x.subject_code`, sql`x.subject_name`)} desc,
        x.subject_code collate natural_order`,
    ),
};

/** A class as selected; the weekday is a number. */
export interface ClassFound {
  id: number;
  subject_name: string;
  group_name: string | null;
  subject_code: string;
  day_of_week: number;
  weeks: string | null;
  first_week: WeekWord;
  start_time: string;
  end_time: string;
  room_number: string;
  first_name: string;
  last_name: string;
  co_teachers: Person[];
  semester: number;
  year: number;
}

export interface Found {
  students: ListedStudent[];
  teachers: { id: number; first_name: string; last_name: string; email: string }[];
  classes: ClassFound[];
  classrooms: { id: number; room_number: string; capacity: number }[];
  cohorts: { id: number; name: string; year: number }[];
  subjects: { id: number; subject_name: string; subject_code: string }[];
}

/** Searches records of these kinds, in one statement. */
export async function findRecords(
  database: Database,
  kinds: SearchGroup[],
  params: SearchParams,
): Promise<Partial<Found>> {
  // A text of apostrophes alone.
  if (wordsOf(params.text).length === 0) return Object.fromEntries(kinds.map((kind) => [kind, []]));
  const columns = kinds.map(
    (kind) =>
      sql`
        (select coalesce(json_agg(found), '[]')
          from (${groups[kind](params)}) found) as ${sql.ref(kind)}`,
  );
  const { rows } = await sql<Partial<Found>>`select ${sql.join(columns)}`.execute(database);
  return rows[0] ?? {};
}
