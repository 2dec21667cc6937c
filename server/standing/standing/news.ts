import { sql, type RawBuilder } from 'kysely';
import { missing } from '#server/school/status.ts';
import { withDetails } from '#server/school/attendance.ts';
import { enrolledOn } from '#server/school/enrolled.ts';

const transactionIds = 4_294_967_296;

/**
 * How many transactions after `since` row `h` was written; a row's transaction has 32 of the bits.
 * Rows written before are far ahead.
 */
export const transactionsAfter = (since: RawBuilder<unknown>): RawBuilder<number> => sql`
  mod(h.xmin::text::bigint - mod(${since}, ${sql.lit(transactionIds)}) + ${sql.lit(transactionIds)},
    ${sql.lit(transactionIds)})`;

/** Less than this far ahead is after. */
export const after = sql.lit(transactionIds / 2);

/** Joins the meeting `g` of a row of the history. */
export const meetingOfHistory = sql`class_meeting g
  on g.class_schedule_id = h.class_schedule_id and g.date = h.date`;

/**
 * The meetings whose counts depend on rows of `standing_due`: all of a class, or those that a student missed,
 * whose excuses depend on leaves. Of a class all of them: an enrolment also changes who has no mark.
 */
export const meetingsOfDue = (due: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select g.id
  from (select distinct class_schedule_id from ${due} where not is_counted) d
  join class_meeting g on g.class_schedule_id = d.class_schedule_id
  union
  select g.id from ${due} d
  join attendance a on a.student_id = d.student_id and ${missing()}
    and d.class_schedule_id is null and not d.is_counted
  join class_meeting g on g.class_schedule_id = a.class_schedule_id and g.date = a.date`;

/** The meetings with marks, enrolments or leaves that changed since the last step. */
export const meetingsWithNews = sql`
  select g.id from attendance_history h join ${meetingOfHistory}
  where h.id > (select history_id from standing_progress)
    and ${transactionsAfter(sql`(select history_xid::text::bigint from standing_progress)`)} < ${after}
  union
  ${meetingsOfDue(sql`standing_due`)}`;

/** Joins the marks `a` that are recorded (R-RATE-1) in meetings `g`, with their details `d`. */
export const countedMarks = (
  ofStudents: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`
  join attendance a on a.class_schedule_id = g.class_schedule_id and a.date = g.date
    and exists (select from enrolment e
      where e.student_id = a.student_id and e.class_schedule_id = g.class_schedule_id
        and ${enrolledOn(sql`g.date`)})
    and ${ofStudents}
  ${withDetails}`;
