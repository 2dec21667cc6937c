import { sql, type RawBuilder } from 'kysely';
import { missing, attended } from '#server/school/status.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { leftUnfinished, rateCounts, excused, withDetails } from '#server/school/attendance.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { isOver, scheduledMinutes, takesPlace } from '#server/school/meetings.ts';
import { ruledTypes } from '#server/school/red-list.ts';

/** The moment for which standings are computed. */
export interface Moment {
  /** The institute's date, and its local date and time without a zone. */
  today: string;
  now: string;
}

/** Whose standing is computed: of a student in a subject and semester, or (null) in all of them. */
export interface Wanted {
  student_id: number;
  semester_id: number | null;
  subject_id: number | null;
}

/** What marks add up to; their columns beside the keys. */
const sums = [
  'present',
  'late',
  'absent',
  'excused',
  'scheduled_minutes',
  'excused_minutes',
  'attended_minutes',
  'unfinished',
  'unfinished_minutes',
  'streak',
  'absent_on',
  'left_meetings',
  'left_minutes',
] as const;
const sumColumns = sql.join(sums.map((name) => sql.ref(name)));

/** What is added up: all classes of a subject, or each class type of it that a rule names. */
interface Kind {
  table: 'standing' | 'standing_of_type';
  keys: readonly string[];
  /** The classes `c` that are counted. */
  classes: RawBuilder<unknown>;
}
const bySubject: Kind = {
  table: 'standing',
  keys: ['student_id', 'semester_id', 'subject_id'],
  classes: sql`true`,
};
const byType = (classes: RawBuilder<unknown>): Kind => ({
  table: 'standing_of_type',
  keys: [...bySubject.keys, 'class_type'],
  classes,
});

const isWanted = (row: string) => sql`(w.subject_id is null
  or (${sql.ref(`${row}.subject_id`)}, ${sql.ref(`${row}.semester_id`)}) = (w.subject_id, w.semester_id))`;

/**
 * CTE `current`: what the marks of students in subjects of semesters that have not ended add up to
 * (R-RATE-1), from the marks themselves, of CTE `wanted`.
 */
function current({ keys, classes }: Kind, { today, now }: Moment): RawBuilder<unknown> {
  const of = (row: string) => sql.join(keys.map((key) => sql.ref(`${row}.${key}`)));
  const [, ...classKeys] = keys;
  const using = sql.join(keys.map((key) => sql.ref(key)));
  const isUnfinished = sql`g.id in (select id from left_unfinished)`;
  return sql`
    attended as materialized (
      select distinct on (e.student_id, g.id)
        e.student_id, ${sql.join(classKeys.map((key) => sql.ref(`c.${key}`)))}, g.*, a.status as mark
      from wanted w
      join enrolment e on e.student_id = w.student_id
      join student s on s.id = e.student_id and s.archived_at is null
      join class_schedule c on c.id = e.class_schedule_id and ${isWanted('c')} and ${classes}
      join semester m on m.id = c.semester_id and m.semester_end_date >= ${today}::date
      join class_meeting g on g.class_schedule_id = c.id and ${takesPlace} and ${enrolledOn(sql`g.date`)}
      left join attendance a on a.student_id = e.student_id
        and a.class_schedule_id = g.class_schedule_id and a.date = g.date
    ), counted as (
      select ${of('g')}, ${rateCounts},
        coalesce(array_agg(g.date order by g.date, g.start_time, g.id)
          filter (where ${missing()} and ${excused} is not true), '{}') as absent_on,
        array_agg(${attended()} order by g.date desc, g.start_time desc, g.id desc)
          filter (where ${excused} is not true) as latest_first
      from attended g
      join attendance a on a.student_id = g.student_id
        and a.class_schedule_id = g.class_schedule_id and a.date = g.date
      ${withDetails}
      where g.mark is not null
      group by ${of('g')}
    ), left_unfinished as materialized (
      -- Once for a meeting, not for each student without a mark.
      select g.id from (
        select distinct id, class_schedule_id, date, end_time, closed_at
        from attended where mark is null
      ) g
      where ${leftUnfinished(now)}
    ), unmarked as (
      select ${of('g')},
        count(*) filter (where not passed) as left_meetings,
        coalesce(sum(${scheduledMinutes}) filter (where not passed), 0) as left_minutes,
        count(*) filter (where ${isUnfinished}) as unfinished,
        coalesce(sum(${scheduledMinutes}) filter (where ${isUnfinished}), 0) as unfinished_minutes
      from (
        select g.*, ${isOver(now)} as passed from attended g where mark is null
      ) g
      group by ${of('g')}
    ), current as (
      select ${using}, coalesce(present, 0) as present,
        coalesce(late, 0) as late, coalesce(absent, 0) as absent, coalesce(excused, 0) as excused,
        coalesce(scheduled_minutes, 0) as scheduled_minutes,
        coalesce(excused_minutes, 0) as excused_minutes,
        coalesce(attended_minutes, 0) as attended_minutes,
        coalesce(unfinished, 0) as unfinished, coalesce(unfinished_minutes, 0) as unfinished_minutes,
        coalesce(array_position(latest_first, true) - 1, cardinality(latest_first), 0) as streak,
        coalesce(absent_on, '{}') as absent_on, coalesce(left_meetings, 0) as left_meetings,
        coalesce(left_minutes, 0) as left_minutes
      from counted full join unmarked using (${using})
    )`;
}

async function computeKind(
  trx: Database,
  kind: Kind,
  wanted: Wanted[],
  moment: Moment,
): Promise<number[]> {
  const { table, keys } = kind;
  const of = (row: string) => sql.join(keys.map((key) => sql.ref(`${row}.${key}`)));
  const keyColumns = sql.join(keys.map((key) => sql.ref(key)));
  const { rows } = await sql<{ student_id: number }>`
    with wanted as materialized (
      select * from unnest(${wanted.map((one) => one.student_id)}::bigint[],
        ${wanted.map((one) => one.semester_id)}::bigint[],
        ${wanted.map((one) => one.subject_id)}::bigint[]) w(student_id, semester_id, subject_id)
    ), ${current(kind, moment)}, removed as (
      delete from ${sql.table(table)} s using wanted w
      where s.student_id = w.student_id and ${isWanted('s')}
        -- Hashed; "not exists" compares each with each, since the planner expects one row.
        and (${of('s')}) not in (select ${keyColumns} from current)
      returning s.student_id
    ), written as (
      insert into ${sql.table(table)} as s (${keyColumns}, ${sumColumns})
      select ${keyColumns}, ${sumColumns} from current order by ${keyColumns}
      on conflict (${keyColumns}) do update set
        ${sql.join(sums.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
      where row(s.*) is distinct from row(excluded.*)
      returning s.student_id
    )
    select student_id from removed union select student_id from written`.execute(trx);
  return rows.map(({ student_id }) => student_id);
}

/**
 * Computes what marks add up to, of students in subjects, and stores it; with `types` also of each class
 * type that a rule of the red list names (decision 33).
 * @returns the students of whom something differed from what was stored.
 */
export async function computeStanding(
  trx: Database,
  wanted: Wanted[],
  moment: Moment,
  types: boolean,
): Promise<number[]> {
  if (wanted.length === 0) return [];
  const differing = await computeKind(trx, bySubject, wanted, moment);
  if (!types) return differing;
  const ofTypes = await computeKind(trx, byType(ruledTypes(sql`c`)), wanted, moment);
  return [...new Set([...differing, ...ofTypes])];
}

/**
 * What marks of a class type add up to, for a rule that is not saved: CTEs `wanted` to `current`, with
 * the columns of `standing_of_type`.
 * @param classes which classes `c` of subjects `j` the rule is about.
 */
export const standingsOfType = (
  classes: RawBuilder<unknown>,
  moment: Moment,
): RawBuilder<unknown> => sql`
  wanted as materialized (
    select distinct e.student_id, c.semester_id, c.subject_id
    from class_schedule c
    join semester m on m.id = c.semester_id and m.semester_end_date >= ${moment.today}::date
    join enrolment e on e.class_schedule_id = c.id
    where ${classes}
  ), ${current(byType(classes), moment)}`;
