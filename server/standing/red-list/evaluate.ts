import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { openOfEntry } from '#server/school/follow-ups.ts';
import { holding, savedRules, type RuleTerms } from './holding.ts';

/** Days without the rule holding after which an entry is cleared. */
const daysUntilCleared = 3;

/** Whether `entry`, which is `excluded` now, becomes an open one again. */
const opensAgain = sql`(entry.state = 'cleared' or (entry.state = 'dismissed'
  and excluded.absent > entry.decided_absent and excluded.rate < entry.decided_rate))`;

interface Evaluation {
  /** Null: all. */
  students: number[] | null;
  terms: RuleTerms;
  /** Whether a rule names a class type. */
  types: boolean;
  today: string;
  /** The instant of the entries that are added or opened again. */
  now: string;
}

/**
 * Brings the computed red list in line with the standings (R-RED-2): students for whom a rule holds
 * are added; a dismissed entry opens again after a further absence below the rate at which it was
 * dismissed; one whose rule no longer holds is marked, and cleared or recovered three days later.
 */
export async function evaluateRules(
  trx: Database,
  { students, terms, types: hasTypes, today, now }: Evaluation,
): Promise<void> {
  const chosen = (column: string) =>
    students === null ? sql`true` : sql`${sql.ref(column)} = any(${students}::bigint[])`;
  // Of few students first: the planner would read each subject instead.
  const compared =
    students === null
      ? {
          subjects: sql`select * from standing`,
          types: hasTypes ? sql`select * from standing_of_type` : null,
        }
      : {
          subjects: sql`select * from chosen`,
          types: hasTypes ? sql`select * from chosen_types` : null,
        };
  const few = students === null ? sql`false` : chosen('student_id');
  await sql`
    with chosen as materialized (
      select * from standing where ${few}
    ), chosen_types as materialized (
      select * from standing_of_type where ${few}
    ), held as materialized (
      select *, rate_part / nullif(rate_of, 0)::numeric as rate
      from (${holding(compared, savedRules, terms, today)}) held
    ), opened as (
      insert into red_list_computed as entry
        (student_id, semester_id, subject_id, class_type, rule_id, state, why, rate, absent, since)
      select student_id, semester_id, subject_id, class_type, rule_id, 'open', why, rate, absent,
        ${now}::timestamptz
      from held where cardinality(why) > 0
      order by student_id, semester_id, subject_id, class_type
      on conflict (student_id, semester_id, subject_id, class_type) do update set
        rule_id = excluded.rule_id, why = excluded.why, rate = excluded.rate,
        absent = excluded.absent, not_held_since = null,
        state = case when ${opensAgain} then 'open' when entry.state = 'recovered' then 'accepted'
          else entry.state end,
        since = case when ${opensAgain} then excluded.since else entry.since end,
        decided_by = case when ${opensAgain} then null else entry.decided_by end,
        decided_at = case when ${opensAgain} then null else entry.decided_at end,
        decision = case when ${opensAgain} then null else entry.decision end
      where (entry.rule_id, entry.why, entry.rate, entry.absent, entry.not_held_since)
          is distinct from (excluded.rule_id, excluded.why, excluded.rate, excluded.absent, null)
        or ${opensAgain}
      returning id
    )
    update red_list_computed entry
    set not_held_since = coalesce(entry.not_held_since, ${today}::date),
      rate = held.rate, absent = coalesce(held.absent, entry.absent)
    from red_list_computed same
    left join held on held.student_id = same.student_id and held.semester_id = same.semester_id
      and held.subject_id is not distinct from same.subject_id
      and held.class_type is not distinct from same.class_type
    where same.id = entry.id and entry.state <> 'cleared' and ${chosen('entry.student_id')}
      and coalesce(cardinality(held.why), 0) = 0
      and (entry.not_held_since is null or entry.rate is distinct from held.rate)`.execute(trx);
}

/**
 * Clears entries whose rule has not held for three days, and those of semesters that have ended. While
 * its follow-up is open, an accepted one has recovered instead (R-FOLLOW-4).
 */
export async function clearEntries(trx: Database, today: string): Promise<void> {
  await sql`
    update red_list_computed changed set state = next.state
    from (
      select entry.id, case when entry.state in ('accepted', 'recovered')
          and m.semester_end_date >= ${today}::date and exists (select from ${openOfEntry})
        then 'recovered' else 'cleared' end as state
      from red_list_computed entry join semester m on m.id = entry.semester_id
      where entry.state <> 'cleared'
        and (entry.not_held_since <= ${today}::date - ${daysUntilCleared}::int
          or m.semester_end_date < ${today}::date)
    ) next
    where next.id = changed.id and next.state <> changed.state`.execute(trx);
}
