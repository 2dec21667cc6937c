import { sql, type RawBuilder } from 'kysely';
import { teachesClass } from './meetings.ts';

/** Whether a student is on the red list in any subject: by hand, or by an accepted entry (R-RED-2). */
export const onRedList = (student: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(exists (
    select from red_list r where r.student_id = ${student} and r.archived_at is null)
  or exists (
    select from red_list_computed r where r.student_id = ${student} and r.state = 'accepted'))`;

/** The same for a list of students: the red list is read once, and not looked into for each of them. */
export const amongRedListed = (student: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${student} in (
    select student_id from red_list where archived_at is null
    union all select student_id from red_list_computed where state = 'accepted')`;

/** Whether rule `r` is about the subject `j`. */
const isAbout = sql`(not r.overall and (r.subject_id is null or r.subject_id = j.id)
  and (r.course_id is null or r.course_id = j.course_id))`;

/**
 * How specific rule `r` is (R-RED-1): of a subject, then of a course, then of the institute, and of
 * each one that names a class type before one that does not.
 */
const specificity = sql<number>`(
  case when r.subject_id is not null then 4 when r.course_id is not null then 2 else 0 end
  + (r.class_type is not null)::int)`;

/**
 * The rules of subjects: of each subject `of_subject` the most specific one without a class type, and for
 * each class type the most specific one that names it, unless the other is more specific.
 * @param rules a table with the columns of `red_list_rule`.
 */
export const rulesOfSubjects = (rules: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select * from (
    select distinct on (j.id, r.class_type) j.id as of_subject, r.*, ${specificity} as specificity,
      max(${specificity}) filter (where r.class_type is null) over (partition by j.id) as general
    from subject j join ${rules} r on ${isAbout}
    order by j.id, r.class_type, ${specificity} desc
  ) rule
  where class_type is null or general is null or specificity > general`;

/** The same where none names a class type: without its comparison all are compared in half the time. */
export const generalRules = (rules: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select distinct on (j.id) j.id as of_subject, r.*
  from subject j join ${rules} r on ${isAbout} and r.class_type is null
  order by j.id, ${specificity} desc`;

/** Whether a rule names the class type of class `c` in its subject; at once where none names any. */
export const ruledTypes = (c: RawBuilder<unknown>): RawBuilder<boolean> => sql`
  (exists (select from red_list_rule where class_type is not null)
  and (${c}.subject_id, ${c}.class_type) in (select of_subject, class_type
    from (${rulesOfSubjects(sql`red_list_rule`)}) ruled where class_type is not null))`;

/** The percentage not to end below, where no rule of the red list names one (R-FORECAST-1). */
const usualPercent = 80;

/**
 * The percentage of the rule for subject `j`: its own, its course's, or the institute's; without one the usual one.
 * @param classType of the rules that name this one; null: of those that name none.
 */
export const belowOfSubject = (classType: RawBuilder<unknown>): RawBuilder<number> => sql`
  coalesce((select r.below from red_list_rule r
    where ${isAbout} and r.class_type is not distinct from ${classType}
    order by ${specificity} desc limit 1), ${usualPercent})`;

/** Whether the student is or was in a class of the teacher; null: of any. */
export const isTaughtBy = (
  student: RawBuilder<unknown>,
  teacher: number | null,
): RawBuilder<boolean> =>
  teacher === null
    ? sql`true`
    : sql`exists (
        select from enrolment e join class_schedule t on t.id = e.class_schedule_id
        where e.student_id = ${student} and ${teachesClass(teacher, 't')})`;

/** Whether an entry by hand `h`, of all classes of its subject, is on no line of a rule for this reader. */
export const isByHandAlone = (teacher: number | null): RawBuilder<boolean> => sql`
  h.archived_at is null and not exists (
    select from red_list_computed c
    where c.student_id = h.student_id and c.subject_id = h.subject_id and c.class_type is null
      and c.state in ('open', 'accepted', 'recovered') and ${isTaughtBy(sql`c.student_id`, teacher)})`;

/**
 * The semester whose marks an entry by hand is compared with: the latest that has begun in which the
 * student has or had classes of the subject, before any that is still to come.
 */
export const semesterByHand = (today: string): RawBuilder<number | null> => sql`(
  select own.semester_id from standing own join semester m on m.id = own.semester_id
  where own.student_id = h.student_id and own.subject_id = h.subject_id
  order by m.semester_start_date <= ${today}::date desc, m.semester_start_date desc
  limit 1)`;

/** The entry by hand `h` on the line of the `entry`: it is for all classes of the subject, not for a type. */
const isByHandOfEntry: RawBuilder<boolean> = sql`(h.student_id = entry.student_id
  and h.subject_id = entry.subject_id and entry.class_type is null and h.archived_at is null)`;

const byHandOfEntry = sql`from red_list h where ${isByHandOfEntry}`;

/** Whether there is an entry by hand for the student and subject of the `entry`. */
export const hasEntryByHand: RawBuilder<boolean> = sql`exists (select ${byHandOfEntry})`;

/** The percentage that was typed for the student and subject of the `entry`; null without one. */
export const percentByHand: RawBuilder<number | null> = sql`(
  select h.attendance_percentage ${byHandOfEntry})`;
