import { sql } from 'kysely';
import type { Cohort } from '#contract/enrolment/cohort.ts';
import { whereIn, type ListQuery, type ListDefinition } from '#server/platform/resource/list.ts';
import { contains } from '#server/platform/resource/search.ts';
import { peopleOf, roomsByIds } from '#server/school/meetings.ts';
import { assignedOn } from '#server/school/enrolled.ts';

type CohortsQuery = ListQuery & { id?: number[]; year?: number[]; class_schedule?: number[] };

type ClassOf = Omit<Cohort['schedules'][number], 'day_of_week'> & { day_of_week: number };
/** A cohort as selected; weekdays are numbers. */
export type CohortRow = Omit<Cohort, 'schedules'> & { schedules: ClassOf[] };

export const cohortList: ListDefinition<CohortsQuery> = {
  table: 'cohort',
  hasLongRows: true,
  columns: ({ today }) => sql`
    x.id, x.name, x.year, (
      select coalesce(json_agg(json_build_object(
        'id', c.id, 'class_type', c.class_type, 'day_of_week', c.day_of_week,
        'color_coding', c.color_coding,
        'start_time', to_char(c.start_time, 'HH24:MI'), 'end_time', to_char(c.end_time, 'HH24:MI'),
        'weeks', weeks_text(c.weeks), 'first_week', m.first_week,
        'subject', json_build_object(
          'subject_name', s.subject_name, 'subject_code', s.subject_code),
        'group_name', c.group_name,
        'classroom', json_build_object('room_number', r.room_number),
        'teacher', json_build_object('first_name', t.first_name, 'last_name', t.last_name),
        'co_teachers', ${peopleOf(sql`c.co_teacher_ids`)},
        'more_rooms', ${roomsByIds(sql`c.more_classroom_ids`)}
      ) order by k.place), '[]')
      from cohort_schedule k
      join class_schedule c on c.id = k.class_schedule_id
      join semester m on m.id = c.semester_id
      join subject s on s.id = c.subject_id
      join classroom r on r.id = c.classroom_id
      join teacher t on t.id = c.teacher_id
      where k.cohort_id = x.id
    ) as schedules, (
      select count(*) from cohort_assignment a
      where a.cohort_id = x.id and ${assignedOn(today)}
    ) as number_of_students`,
  search: (word) => contains(word, ['x.name', 'x.year']),
  filters: ({ id, year, class_schedule }) => [
    whereIn('x.id', id),
    whereIn('x.year', year),
    class_schedule &&
      sql`
        x.id in (select cohort_id from cohort_schedule
          where class_schedule_id = any(${class_schedule}::bigint[]))`,
  ],
  sortKeys: {
    name: [sql`x.name collate natural_order`],
    year: [sql`x.year`, sql`x.name collate natural_order`],
  },
};
