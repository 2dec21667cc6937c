import { sql, type RawBuilder } from 'kysely';

/** Whether a student is on the red list in any subject: by hand, or by an accepted entry (R-RED-2). */
export const onRedList = (student: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(exists (
    select from red_list r where r.student_id = ${student} and r.archived_at is null)
  or exists (
    select from red_list_computed r where r.student_id = ${student} and r.state = 'accepted'))`;

/** The percentage of the rule for subject `j`: its own, its course's, or the institute's; null without. */
export const belowOfSubject = sql<number | null>`(
  select r.below from red_list_rule r
  where not r.overall and (r.subject_id is null or r.subject_id = j.id)
    and (r.course_id is null or r.course_id = j.course_id)
  order by r.subject_id nulls last, r.course_id nulls last limit 1)`;

/** Entries by hand `h` for a student and subject that no rule lists now. */
export const byHandAlone = sql`red_list h where h.archived_at is null and not exists (
  select from red_list_computed c
  where c.student_id = h.student_id and c.subject_id = h.subject_id
    and c.state in ('open', 'accepted', 'recovered'))`;

/** Whether the student `s` is or was in a class of the teacher. */
export const taughtBy = (teacher: number): RawBuilder<boolean> => sql`exists (
  select from enrolment e join class_schedule c on c.id = e.class_schedule_id
  where e.student_id = s.id and c.teacher_id = ${teacher})`;
