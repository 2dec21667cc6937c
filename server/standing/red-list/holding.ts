import { sql, type RawBuilder } from 'kysely';
import type { RateTerms } from '#contract/rates.ts';
import { countedMeetings, rateFraction } from '#server/school/attendance.ts';
import { generalRules, rulesOfSubjects } from '#server/school/red-list.ts';

/** The institute's settings that the rules of the red list depend on. */
export interface RuleTerms extends RateTerms {
  unfinished_counts: boolean;
}

/** Counts of `standing`, and where the institute wants it the unfinished rolls among the absences. */
export const ruleCounts = ({ unfinished_counts }: RuleTerms): RawBuilder<unknown> => sql`
  present, late, excused, excused_minutes, attended_minutes,
  ${unfinished_counts ? sql`absent + unfinished` : sql`absent`} as absent,
  ${unfinished_counts ? sql`scheduled_minutes + unfinished_minutes` : sql`scheduled_minutes`}
    as scheduled_minutes`;

/** The saved rules, or one that is about to be saved. */
export const savedRules = sql`red_list_rule`;

/** Standings that rules are compared with: selections of the rows of a table. */
interface Compared {
  /** Of `standing`. */
  subjects: RawBuilder<unknown>;
  /** Of `standing_of_type`, or rows like them; null where no rule names a class type. */
  types: RawBuilder<unknown> | null;
}

/**
 * Each student and subject (null: over all subjects) that a rule applies to, with the parts of the
 * rule that hold (R-RED-1): columns student_id, semester_id, subject_id, class_type (null: all
 * classes), rule_id, why, absent, rate_part, rate_of. The rule of a subject goes before that of its
 * course, and that before the institute's; of each, for students with classes of the type, one that
 * names a class type before the one that names none.
 * @param rules a table with the columns of `red_list_rule`.
 */
export function holding(
  { subjects, types }: Compared,
  rules: RawBuilder<unknown>,
  terms: RuleTerms,
  today: string,
): RawBuilder<unknown> {
  const { part, of } = rateFraction(terms);
  const columns = sql`student_id, semester_id, subject_id, streak, absent_on, ${ruleCounts(terms)}`;
  return sql`
    select student_id, semester_id, subject_id, class_type, rule_id, absent, rate_part, rate_of,
      array_remove(array[
        case when meetings >= least_meetings and rate_part * 100 < below * rate_of then 'rate' end,
        case when streak >= consecutive then 'consecutive' end,
        case when (select count(*) from unnest(absent_on) day
          where day > ${today}::date - 7 * weeks and day <= ${today}::date) >= absences
          then 'recent' end
      ], null) as why
    from (
      select student_id, semester_id, subject_id, class_type, streak, absent_on, absent, rule_id,
        below, least_meetings, consecutive, absences, weeks, ${countedMeetings(terms)} as meetings,
        ${part} as rate_part, ${of} as rate_of
      from (
        select standing.*, rule.id as rule_id, below, least_meetings, consecutive, absences, weeks
        from (
          select ${columns}, null::text as class_type from (${subjects}) standing
          ${types ? sql`union all select ${columns}, class_type from (${types}) standing` : sql``}
        ) standing
        join (${types ? rulesOfSubjects(rules) : generalRules(rules)}) rule
          on rule.of_subject = standing.subject_id
          ${types ? sql`and rule.class_type is not distinct from standing.class_type` : sql``}
        ${types ? sql`where not exists (${moreSpecific(types, rules)})` : sql``}
        union all
        select student_id, semester_id, null, 0, absent_on, ${ruleCounts(terms)}, null,
          rule.id, below, least_meetings, null, absences, weeks
        from (
          select student_id, semester_id, sum(present) as present, sum(late) as late,
            sum(absent) as absent, sum(excused) as excused,
            sum(scheduled_minutes) as scheduled_minutes, sum(excused_minutes) as excused_minutes,
            sum(attended_minutes) as attended_minutes, sum(unfinished) as unfinished,
            sum(unfinished_minutes) as unfinished_minutes,
            -- Joined once: a subselect for each student would read the chosen standings each time.
            coalesce(min(days.absent_on), '{}') as absent_on
          from (${subjects}) standing
          left join (
            select student_id, semester_id, array_agg(day) as absent_on
            from (${subjects}) own, unnest(own.absent_on) day
            group by student_id, semester_id
          ) days using (student_id, semester_id)
          group by student_id, semester_id
        ) standing
        join ${rules} rule on rule.overall
      ) counted
    ) rated`;
}

/** A standing of a class type of the same student and subject, whose rule goes before `rule`. */
const moreSpecific = (types: RawBuilder<unknown>, rules: RawBuilder<unknown>) => sql`
  select from (${types}) other
  join (${rulesOfSubjects(rules)}) better on better.of_subject = other.subject_id
    and better.class_type = other.class_type
  where other.student_id = standing.student_id and other.semester_id = standing.semester_id
    and other.subject_id = standing.subject_id and better.specificity > rule.specificity`;
