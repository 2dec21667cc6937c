import { sql } from 'kysely';
import { missing } from '#server/school/status.ts';
import { guardianLimits } from '#contract/people/guardian.ts';
import { mergedFields, type MergePreview } from '#contract/people/merge.ts';
import type { Clock } from '#server/platform/clock.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { meetingsOfClasses, studentsInTwoPlaces, classesNamed } from '#server/timetable/index.ts';
import { assignedOn, enrolledOnOrAfter } from '#server/school/enrolled.ts';
import { onLeave } from '#server/school/leave.ts';
import { takesPlace } from '#server/school/meetings.ts';
import { nameOfDay } from '#server/school/when.ts';
import { shortOf, versionOfBoth, type Both, type Pair } from './state.ts';

/** What a merge would move and what has to be decided (R-MERGE-2); photos are keys of files. */
export async function previewOf(
  database: Database,
  { keep, remove }: Both,
  clock: Clock,
): Promise<MergePreview> {
  const pair = { keep: keep.id, remove: remove.id };
  const today = clock.today();
  return {
    // First: a change in between must not count as seen.
    version: await versionOfBoth(database, pair),
    keep: shortOf(keep),
    remove: shortOf(remove),
    fields: mergedFields
      .filter((name) => (keep[name] ?? '') !== (remove[name] ?? ''))
      .map((name) => ({
        name,
        keep: keep[name],
        remove: remove[name],
        proposed: keep[name] ? ('keep' as const) : ('remove' as const),
      })),
    moved: await countsOf(database, await assertFewGuardians(database, pair)),
    marks: await differingMarks(database, pair),
    enrolments: await sharedEnrolments(database, pair),
    leaves: await overlappingLeaves(database, pair),
    cohorts: await presentCohorts(database, pair, today),
    follow_ups: await openFollowUps(database, pair),
    overlaps: await overlaps(database, pair, today),
  };
}

/** Messages `m` that the one who stays was not sent as well. */
export const movedMessages = ({ keep, remove }: Pair) => sql`
  m.student_id = ${remove} and not exists (
    select from student_message k where k.student_id = ${keep} and k.day = m.day
      and k.kind = m.kind and k.recipient = m.recipient and k.state <> 'cancelled')`;

/** @throws ApiError 409 where both together have too many guardians (R-GUARD-1). */
async function assertFewGuardians(database: Database, pair: Pair): Promise<Pair> {
  const { count } = await database
    .selectFrom('guardian')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('student_id', '=', anyOf.ids([pair.keep, pair.remove]))
    .executeTakeFirstOrThrow();
  const most = guardianLimits.ofStudent;
  if (count > most)
    throw new ApiError(409, {
      detail: `Together they have ${count} guardians, and a student has at most ${most}: delete ${count - most} of them first.`,
    });
  return pair;
}

async function countsOf(
  database: Database,
  { keep, remove }: Pair,
): Promise<MergePreview['moved']> {
  const of = (table: string) =>
    sql`(select count(*)::int from ${sql.table(table)} x where x.student_id = ${remove})`;
  return oneRow(
    await sql<MergePreview['moved']>`
      select ${of('attendance')} as marks, ${of('enrolment')} as enrolments,
        ${of('cohort_assignment')} as cohorts, ${of('leave')} as leaves,
        ${of('attendance_note')} as notes, ${of('follow_up')} as follow_ups,
        ${of('letter')} as letters, ${of('guardian')} as guardians,
        (select count(*)::int from student_message m where ${movedMessages({ keep, remove })}) as messages,
        (select count(*)::int from red_list
          where student_id = ${remove} and subject_id not in (
            select subject_id from red_list where student_id = ${keep})) as red_list`.execute(
      database,
    ),
  );
}

/** Marks of both for the same class and date that differ, in order of time. */
async function differingMarks(
  database: Database,
  { keep, remove }: Pair,
): Promise<MergePreview['marks']> {
  const mark = (a: string, d: string, u: string) => sql`json_build_object(
    'status', ${sql.ref(`${a}.status`)}, 'how', ${sql.ref(`${a}.how`)},
    'late_minutes', ${sql.ref(`${d}.late_minutes`)},
    'left_early_minutes', ${sql.ref(`${d}.left_early_minutes`)},
    'excused', ${sql.ref(`${d}.excuse`)} is not null or (${missing(a)}
      and ${onLeave(sql.ref(`${a}.student_id`), sql.ref(`${a}.date`))}),
    'marked_by', ${sql.ref(`${u}.name`)}, 'marked_at', ${sql.ref(`${a}.marked_at`)})`;
  const { rows } = await sql<MergePreview['marks'][number]>`
    select a.class_schedule_id as class_schedule, s.subject_code, s.subject_name, a.date,
      ${mark('a', 'd', 'u')} as keep, ${mark('b', 'e', 'v')} as remove,
      case when b.marked_at > a.marked_at then 'remove' else 'keep' end as proposed
    from attendance a
    join attendance b on b.student_id = ${remove} and b.date = a.date
      and b.class_schedule_id = a.class_schedule_id
    join class_schedule c on c.id = a.class_schedule_id
    join subject s on s.id = c.subject_id
    left join mark_detail d on d.student_id = a.student_id and d.date = a.date
      and d.class_schedule_id = a.class_schedule_id
    left join mark_detail e on e.student_id = b.student_id and e.date = b.date
      and e.class_schedule_id = b.class_schedule_id
    left join app_user u on u.id = a.marked_by
    left join app_user v on v.id = b.marked_by
    where a.student_id = ${keep} and (a.status, d.late_minutes, d.left_early_minutes, d.excuse,
      d.excuse_note, d.arrived_at) is distinct from (b.status, e.late_minutes,
      e.left_early_minutes, e.excuse, e.excuse_note, e.arrived_at)
    order by a.date, c.start_time, c.id`.execute(database);
  return rows;
}

async function sharedEnrolments(
  database: Database,
  { keep, remove }: Pair,
): Promise<MergePreview['enrolments']> {
  const periods = (student: number) => sql`
    coalesce(json_agg(json_build_object('from', e.enrolled_from, 'to', e.enrolled_to)
      order by e.enrolled_from) filter (where e.student_id = ${student}), '[]')`;
  const { rows } = await sql<MergePreview['enrolments'][number]>`
    select e.class_schedule_id as class_schedule, s.subject_code, s.subject_name,
      ${periods(keep)} as keep, ${periods(remove)} as remove, (
        select json_agg(json_build_object('from', lower(u.days), 'to', upper(u.days) - 1)
          order by u.days)
        from unnest(range_agg(daterange(e.enrolled_from, e.enrolled_to + 1))) u(days)
      ) as united
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    join subject s on s.id = c.subject_id
    where e.student_id = any(${[keep, remove]}::bigint[])
    group by e.class_schedule_id, s.id, c.id
    having count(distinct e.student_id) = 2
    order by s.subject_code, c.day_of_week, c.start_time, c.id`.execute(database);
  return rows;
}

async function overlappingLeaves(
  database: Database,
  { keep, remove }: Pair,
): Promise<MergePreview['leaves']> {
  const both = sql`any(${[keep, remove]}::bigint[])`;
  // Both may be absent in one meeting: that is one absence afterwards.
  const unexcused = (l: string) => sql`(
    select count(distinct g.id) from attendance a
    join class_meeting g on g.class_schedule_id = a.class_schedule_id and g.date = a.date
      and ${takesPlace}
    left join mark_detail d on d.student_id = a.student_id and d.date = a.date
      and d.class_schedule_id = a.class_schedule_id
    where a.student_id = ${both} and ${missing()} and d.excuse is null
      and a.date between ${sql.ref(`${l}.leave_from`)} and ${sql.ref(`${l}.leave_to`)}
      and not exists (select from leave o where o.student_id = ${both} and o.archived_at is null
        and o.id <> ${sql.ref(`${l}.id`)} and a.date between o.leave_from and o.leave_to))`;
  const leave = (l: string) => sql`json_build_object('id', ${sql.ref(`${l}.id`)},
    'from', ${sql.ref(`${l}.leave_from`)}, 'to', ${sql.ref(`${l}.leave_to`)},
    'unexcused', ${unexcused(l)})`;
  const { rows } = await sql<MergePreview['leaves'][number]>`
    select ${leave('k')} as keep, ${leave('r')} as remove
    from leave k join leave r on r.student_id = ${remove} and r.archived_at is null
      and daterange(r.leave_from, r.leave_to, '[]') && daterange(k.leave_from, k.leave_to, '[]')
    where k.student_id = ${keep} and k.archived_at is null
    order by k.leave_from, k.id, r.id`.execute(database);
  return rows;
}

/** Present cohorts of both, unless they are the same. */
async function presentCohorts(
  database: Database,
  { keep, remove }: Pair,
  today: string,
): Promise<MergePreview['cohorts']> {
  const { rows } = await sql<MergePreview['cohorts'][number] & { cohort: number }>`
    select a.id, a.cohort_id as cohort, c.name || ' (' || c.year || ')' as name,
      case when a.student_id = ${keep} then 'keep' else 'remove' end as of
    from cohort_assignment a join cohort c on c.id = a.cohort_id
    where a.student_id = any(${[keep, remove]}::bigint[]) and a.assigned_to is null
      and ${assignedOn(today)}
    order by of, c.year, c.name, a.id`.execute(database);
  const cohortsOf = (side: 'keep' | 'remove') =>
    new Set(rows.filter(({ of }) => of === side).map(({ cohort }) => cohort));
  const [stays, goes] = [cohortsOf('keep'), cohortsOf('remove')];
  const isOwn = ({ cohort }: { cohort: number }) => !(stays.has(cohort) && goes.has(cohort));
  return stays.size && goes.size
    ? rows.filter(isOwn).map(({ id, name, of }) => ({ id, name, of }))
    : [];
}

async function openFollowUps(
  database: Database,
  { keep, remove }: Pair,
): Promise<MergePreview['follow_ups']> {
  const followUp = (f: string, u: string) => sql`json_build_object('id', ${sql.ref(`${f}.id`)},
    'owner', ${sql.ref(`${u}.name`)}, 'due_on', ${sql.ref(`${f}.due_on`)})`;
  const { rows } = await sql<MergePreview['follow_ups'][number]>`
    select s.subject_code, ${followUp('k', 'u')} as keep, ${followUp('r', 'v')} as remove
    from follow_up k
    join follow_up r on r.student_id = ${remove} and r.closed_at is null
      and r.semester_id = k.semester_id and r.subject_id is not distinct from k.subject_id
    join app_user u on u.id = k.owner_id
    join app_user v on v.id = r.owner_id
    left join subject s on s.id = k.subject_id
    where k.student_id = ${keep} and k.closed_at is null
    order by k.id`.execute(database);
  return rows;
}

/** Classes of the one who goes that overlap, from today on, with classes of the one who stays. */
async function overlaps(
  database: Database,
  { keep, remove }: Pair,
  today: string,
): Promise<MergePreview['overlaps']> {
  const { rows } = await sql<{ id: number }>`
    select distinct e.class_schedule_id as id from enrolment e
    where e.student_id = ${remove} and ${enrolledOnOrAfter(today)}`.execute(database);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const meetings = await meetingsOfClasses(database, ids, today, 'weekly');
  const found = await studentsInTwoPlaces(database, meetings, { ids: [keep], from: today });
  const classes = new Set(found.flatMap(({ wanted, other }) => [wanted, other]));
  return (await classesNamed(database, [...classes])).map((it) => ({
    subject_code: it.subject_code,
    day_of_week: nameOfDay(it.day_of_week),
    start_time: it.start_time,
  }));
}
