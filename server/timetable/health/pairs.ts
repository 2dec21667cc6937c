import { sql, type RawBuilder } from 'kysely';
import { pairKinds, type PairKind } from '#contract/clash.ts';
import { enrolledWithin } from '#server/school/enrolled.ts';
import { isConfirmed } from '../clashes/pairs.ts';
import { sameTime } from '../clashes/proposed.ts';
import { byRoom, byTeacher } from '#server/school/meetings.ts';
import type { HealthPeriod } from './period.ts';
import type { DayBits } from './slots.ts';

/** Each pair of classes once, at least one of the semester. */
const eachPairOnce = sql`p.is_own and p.class <> g.class and (not g.is_own or p.class < g.class)`;

const columns = (kind: PairKind, who: RawBuilder<unknown>) => sql`
  ${sql.lit(kind)} as kind, ${who} as who, p.class, g.class as other, p.day, p.start_time, p.end_time,
  g.start_time as other_start, g.end_time as other_end`;

/**
 * Two classes of slots `p` and `g` that need the same teacher or room, or have common students, on
 * `dates`. Finds all at once what the judge finds for each meeting (R-CLASH-1): a property test compares
 * both.
 */
const needed = (
  bits: DayBits,
  { from, to }: HealthPeriod,
): Record<PairKind, RawBuilder<unknown>> => ({
  teacher: sql`
    select ${columns('teacher', sql`p.who`)}, p.dates & g.dates as dates, null::bigint as student
    from ${byTeacher('slots')} p
    join ${byTeacher('slots')} g on g.who = p.who and g.day = p.day
    where ${eachPairOnce} and ${sameTime}`,
  classroom: sql`
    select ${columns('classroom', sql`p.room`)}, p.dates & g.dates as dates, null::bigint as student
    from ${byRoom('slots')} p
    join classroom r on r.id = p.room and r.capacity > 0
    join ${byRoom('slots')} g on g.room = p.room and g.day = p.day
    where ${eachPairOnce} and ${sameTime}`,
  // Most students never have two classes at once: one sort finds those who might.
  students: sql`
    select ${columns('students', sql`null::bigint`)},
      p.dates & g.dates & ${bits.between(sql`a.enrolled_from`, sql`a.enrolled_to`)}
        & ${bits.between(sql`b.enrolled_from`, sql`b.enrolled_to`)} as dates,
      a.student_id as student
    from (
      select distinct student_id, day
      from (
        select e.student_id, p.day, p.start_time < max(p.end_time) over (
          partition by e.student_id, p.day order by p.start_time
          rows between unbounded preceding and 1 preceding) as is_taken
        from slots p
        join enrolment e on e.class_schedule_id = p.class and ${enrolledWithin(from, to)}
      ) of_student
      where is_taken
    ) busy
    join enrolment a on a.student_id = busy.student_id
    join slots p on p.class = a.class_schedule_id and p.day = busy.day
    join enrolment b on b.student_id = busy.student_id
    join slots g on g.class = b.class_schedule_id and g.day = busy.day
    where ${eachPairOnce} and ${sameTime}
      and ${enrolledWithin(from, to, 'a')} and ${enrolledWithin(from, to, 'b')}`,
});

/** Parts of a statement with `slots`: overlaps, `pairs` of classes, and the students they `shared`. */
export function clashingPairs(
  bits: DayBits,
  period: HealthPeriod,
  kinds: readonly PairKind[],
): RawBuilder<unknown> {
  const queries = needed(bits, period);
  return sql`
  in_the_way as materialized (
    select * from (${sql.join(
      pairKinds.filter((kind) => kinds.includes(kind)).map((kind) => queries[kind]),
      sql` union all `,
    )}) found
    where bit_count(dates) > 0
  ),
  pairs as materialized (
    select k.kind, k.class, k.other, bit_or(k.dates) as dates, bool_and(${isConfirmed}) as confirmed,
      (array_agg(k.who order by k.date, k.who))[1] as who,
      (array_agg(greatest(k.start_time, k.other_start) order by k.date))[1] as start_time,
      (array_agg(least(k.end_time, k.other_end) order by k.date))[1] as end_time
    from (
      select distinct kind, who, class, other, start_time, end_time, other_start, other_end, dates,
        ${bits.first(sql`dates`)} as date
      from in_the_way
    ) k
    cross join lateral (select k.other_start as start_time, k.other_end as end_time) g
    join class_schedule own on own.id = k.class
    join class_schedule c on c.id = k.other
    group by k.kind, k.class, k.other
  )`;
}
