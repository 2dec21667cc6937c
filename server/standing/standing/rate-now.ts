import { sql, type RawBuilder } from 'kysely';
import { rateFraction } from '#server/school/attendance.ts';
import { ruleCounts, type RuleTerms } from '../red-list/holding.ts';

/** Whose rate it is, as SQL; without a subject over all, without a class type in all classes of the subject. */
interface Rated {
  student: RawBuilder<unknown>;
  semester: RawBuilder<unknown>;
  subject: RawBuilder<unknown>;
  class_type?: RawBuilder<unknown>;
}

/**
 * The rate of a student in a semester as an exact number, and the absences that are not excused: a query
 * of one row with `rate` and `absent`, null without marks.
 */
export const rateNow = (of: Rated, terms: RuleTerms): RawBuilder<unknown> => {
  const fraction = rateFraction(terms);
  const standings = (table: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select present, late, absent, excused, unfinished, scheduled_minutes, excused_minutes,
      attended_minutes, unfinished_minutes
    from ${table} st
    where st.student_id = ${of.student} and st.semester_id = ${of.semester}
      and (${of.subject} is null or st.subject_id = ${of.subject}) and ${condition}`;
  return sql`
    select ${fraction.part} / nullif(${fraction.of}, 0)::numeric as rate, absent - excused as absent
    from (
      select ${ruleCounts(terms)} from (
        select sum(present) as present, sum(late) as late, sum(absent) as absent,
          sum(excused) as excused, sum(unfinished) as unfinished,
          sum(scheduled_minutes) as scheduled_minutes, sum(excused_minutes) as excused_minutes,
          sum(attended_minutes) as attended_minutes, sum(unfinished_minutes) as unfinished_minutes
        from (
          ${standings(sql`standing`, of.class_type ? sql`${of.class_type} is null` : sql`true`)}
          ${
            of.class_type
              ? sql`union all
          ${standings(sql`standing_of_type`, sql`st.class_type = ${of.class_type}`)}`
              : sql``
          }
        ) st
      ) added
    ) counted`;
};
