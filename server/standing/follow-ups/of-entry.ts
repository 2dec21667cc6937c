import { sql, type RawBuilder } from 'kysely';
import type { FollowUp, FollowUpOfLine } from '#contract/standing/follow-up.ts';
import { rateText } from '#contract/rates.ts';
import type { RuleTerms } from '../red-list/holding.ts';
import { rateNow } from '../standing/rate-now.ts';
import { isOverdue, openOfEntry } from '#server/school/follow-ups.ts';

/** What the statement says about rates: whole percent, points, and absences that are not excused. */
export interface RateFacts {
  percent_then: number | null;
  percent_now: number | null;
  rate_change: number | null;
  absences_since: number | null;
}

/** The columns of `RateFacts`, of the follow-up `f` and the row `r` of its rate now. */
export const rateFacts = sql`
  round(f.begun_rate * 100)::int as percent_then,
  round(coalesce(f.closed_rate, r.rate) * 100)::int as percent_now,
  round((coalesce(f.closed_rate, r.rate) - f.begun_rate) * 100, 1)::float8 as rate_change,
  greatest(0, coalesce(f.closed_absent, r.absent) - coalesce(f.begun_absent, 0))::int
    as absences_since`;

/** The row `r`: nothing for closed ones, whose rate is recorded. */
export const withRateNow = (terms: RuleTerms): RawBuilder<unknown> => {
  const of = {
    student: sql`f.student_id`,
    semester: sql`f.semester_id`,
    subject: sql`f.subject_id`,
  };
  return sql`left join lateral (${rateNow(of, terms)}) r on f.closed_at is null`;
};

/** The row `l`: the latest step that is not removed. */
export const withLastStep = sql`left join lateral (
  select jsonb_build_object('kind', p.kind, 'done_on', p.done_on, 'by', w.name) as last_step
  from follow_up_step p join app_user w on w.id = p.written_by
  where p.follow_up_id = f.id and p.removed_at is null and p.kind <> 'closed'
  order by p.done_on desc, p.id desc limit 1) l on true`;

const percentText = (percent: number | null) =>
  rateText(percent === null ? null : { part: percent, of: 100 });

export function presentRates({
  percent_then,
  percent_now,
  rate_change,
  absences_since,
}: RateFacts): Pick<FollowUp, 'rate_then' | 'rate_now' | 'rate_change' | 'absences_since'> {
  return {
    rate_then: percentText(percent_then),
    rate_now: percentText(percent_now),
    rate_change,
    absences_since,
  };
}

export type FollowUpFacts = RateFacts &
  Pick<FollowUpOfLine, 'id' | 'owner' | 'due_on' | 'is_overdue' | 'last_step'>;

/** The open follow-up of the entry `entry` as JSON; null without one. */
export const followUpOfEntry = (terms: RuleTerms, today: string): RawBuilder<unknown> => sql`(
  select to_jsonb(facts) from (
    select f.id, f.due_on, ${isOverdue(today)} as is_overdue,
      jsonb_build_object('id', o.id, 'name', o.name) as owner, l.last_step, ${rateFacts}
    from (select f.* from ${openOfEntry} order by f.begun_at desc limit 1) f
    join app_user o on o.id = f.owner_id
    ${withRateNow(terms)} ${withLastStep}
  ) facts)`;

export function presentFollowUp({
  id,
  owner,
  due_on,
  is_overdue,
  last_step,
  ...rates
}: FollowUpFacts): FollowUpOfLine {
  const { rate_then, rate_change, absences_since } = presentRates(rates);
  return { id, owner, due_on, is_overdue, last_step, rate_then, rate_change, absences_since };
}
