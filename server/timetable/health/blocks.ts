import { sql, type RawBuilder } from 'kysely';

/**
 * Parts of a statement with a relation of `who`, `date`, `start_time`, `end_time`: `stretches` has a
 * row for each stretch of classes without a break of `minBreak` minutes, with its length (`stretch`),
 * the minutes of classes in it, and the `gap` before it on its day. Classes at the same time count
 * once, and pauses shorter than a break belong to the stretch.
 */
export const dayBlocks = (relation: string, minBreak: number): RawBuilder<unknown> => sql`
  in_order as (
    select who, date, start_minute, end_minute,
      max(end_minute) over (partition by who, date order by start_minute, end_minute
        rows between unbounded preceding and 1 preceding) as busy_until
    from (
      select who, date, extract(epoch from start_time)::int / 60 as start_minute,
        extract(epoch from end_time)::int / 60 as end_minute
      from ${sql.ref(relation)}
    ) in_minutes
  ),
  numbered as (
    select who, date, start_minute, end_minute,
      greatest(0, end_minute - greatest(start_minute, coalesce(busy_until, 0))) as minutes,
      case when start_minute - busy_until >= ${minBreak} then start_minute - busy_until else 0 end
        as gap,
      count(*) filter (where start_minute - busy_until >= ${minBreak}) over (
        partition by who, date order by start_minute, end_minute rows unbounded preceding) as place
    from in_order
  ),
  stretches as (
    select who, date, place, max(end_minute) - min(start_minute) as stretch,
      sum(minutes) as minutes, max(gap) as gap
    from numbered group by who, date, place
  )`;
