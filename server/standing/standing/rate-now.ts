import { sql, type RawBuilder } from 'kysely';
import { rateFraction } from '#server/school/attendance.ts';
import { ruleCounts, type RuleTerms } from '../red-list/holding.ts';

/**
 * The rate of a student in a subject of a semester (null: over all) as an exact number, and the
 * absences that are not excused: a query of one row with `rate` and `absent`, null without marks.
 */
export const rateNow = (
  of: { student: RawBuilder<unknown>; semester: RawBuilder<unknown>; subject: RawBuilder<unknown> },
  terms: RuleTerms,
): RawBuilder<unknown> => {
  const fraction = rateFraction(terms);
  return sql`
    select ${fraction.part} / nullif(${fraction.of}, 0)::numeric as rate, absent - excused as absent
    from (
      select ${ruleCounts(terms)} from (
        select sum(present) as present, sum(late) as late, sum(absent) as absent,
          sum(excused) as excused, sum(unfinished) as unfinished,
          sum(scheduled_minutes) as scheduled_minutes, sum(excused_minutes) as excused_minutes,
          sum(attended_minutes) as attended_minutes, sum(unfinished_minutes) as unfinished_minutes
        from standing st
        where st.student_id = ${of.student} and st.semester_id = ${of.semester}
          and (${of.subject} is null or st.subject_id = ${of.subject})
      ) added
    ) counted`;
};
