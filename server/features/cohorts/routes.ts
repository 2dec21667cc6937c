import { sql } from 'kysely';
import { cohorts, type Cohort } from '../../../contract/cohort.ts';
import type { Api, Parts } from '../../parts.ts';
import type { Database } from '../../platform/database/pool.ts';
import { wrongField } from '../../platform/http/api-error.ts';
import { among, readingOf, searchable, type ListAsked, type Listing } from '../../platform/resource/listing.ts';
import { mountSection, type Mounted } from '../../platform/resource/mount.ts';
import type { Body, Writing } from '../../platform/resource/writing.ts';
import { nameOfDay } from '../timetable/when.ts';

type Asked = ListAsked & { id?: number[]; year?: number[]; class_schedule?: number[] };

type ClassOf = Omit<Cohort['schedules'][number], 'day_of_week'> & { day_of_week: number };
type Row = Omit<Cohort, 'schedules'> & { schedules: ClassOf[] };

const listing: Listing<Asked> = {
  table: 'cohort',
  columns: ({ today }) => sql`
    x.id, x.name, x.year, (
      select coalesce(json_agg(json_build_object(
        'id', c.id, 'class_type', c.class_type, 'day_of_week', c.day_of_week, 'color_coding', c.color_coding,
        'start_time', to_char(c.start_time, 'HH24:MI'), 'end_time', to_char(c.end_time, 'HH24:MI'),
        'subject', json_build_object('subject_name', s.subject_name, 'subject_code', s.subject_code),
        'classroom', json_build_object('room_number', r.room_number),
        'teacher', json_build_object('first_name', t.first_name, 'last_name', t.last_name)
      ) order by k.place), '[]')
      from cohort_schedule k
      join class_schedule c on c.id = k.class_schedule_id
      join subject s on s.id = c.subject_id
      join classroom r on r.id = c.classroom_id
      join teacher t on t.id = c.teacher_id
      where k.cohort_id = x.id
    ) as schedules, (
      select count(*) from cohort_assignment a
      where a.cohort_id = x.id and a.assigned_from <= ${today}::date and (a.assigned_to is null or a.assigned_to >= ${today}::date)
    ) as number_of_students`,
  search: (word) => sql`${searchable('x.name', 'x.year')} like ${word}`,
  filters: ({ id, year, class_schedule }) => [
    among('x.id', id),
    among('x.year', year),
    class_schedule && sql`x.id in (select cohort_id from cohort_schedule where class_schedule_id = any(${class_schedule}::bigint[]))`,
  ],
  orders: { name: [sql`x.name collate natural_order`], year: [sql`x.year`, sql`x.name collate natural_order`] },
};

const present = ({ schedules, ...row }: Row): Cohort => ({
  ...row,
  schedules: schedules.map((it) => ({ ...it, day_of_week: nameOfDay(it.day_of_week) })),
});

const writing: Writing = {
  table: 'cohort',
  columns: ({ schedules_id: _classes, ...body }) => body,
  unique: { cohort_name_year_key: ['name', 'already exists in this year'] },
  usedBy: [{ table: 'cohort_assignment', column: 'cohort_id', names: ['student', 'students'] }],
  after: keepClasses,
};

/** The cohort's classes become these, in this order; what students are enrolled in stays (design §6). */
async function keepClasses(trx: Database, cohort: number, { schedules_id }: Body): Promise<void> {
  if (schedules_id === undefined) return;
  const ids = schedules_id as number[];
  const { rows } = await sql<{ id: number; archived: boolean; kept: boolean }>`
    select c.id, c.archived_at is not null as archived, k.cohort_id is not null as kept
    from class_schedule c
    left join cohort_schedule k on k.class_schedule_id = c.id and k.cohort_id = ${cohort}
    where c.id = any(${ids}::bigint[])`.execute(trx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const unfit = ids.find((id) => !known.has(id) || (known.get(id)!.archived && !known.get(id)!.kept));
  if (unfit !== undefined) throw wrongField('schedules_id', known.has(unfit) ? `class ${unfit} is archived` : `class ${unfit} does not exist`);
  await sql`delete from cohort_schedule where cohort_id = ${cohort}`.execute(trx);
  await sql`
    insert into cohort_schedule (cohort_id, class_schedule_id, place)
    select ${cohort}, id, place from unnest(${ids}::bigint[]) with ordinality as given(id, place)`.execute(trx);
}

export function cohortRoutes(api: Api, { database, clock: { today } }: Parts): Mounted {
  return mountSection(api, cohorts, readingOf(database, listing, today, present), writing, { database, today });
}
