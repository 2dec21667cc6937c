import { sql, type RawBuilder } from 'kysely';

/** Whether a student is on the red list in any subject: by hand, or by an accepted entry (R-RED-2). */
export const onRedList = (student: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(exists (
    select from red_list r where r.student_id = ${student} and r.archived_at is null)
  or exists (
    select from red_list_computed r where r.student_id = ${student} and r.state = 'accepted'))`;

/** Entries by hand `h` for a student and subject that no rule lists now. */
export const byHandAlone = sql`red_list h where h.archived_at is null and not exists (
  select from red_list_computed c
  where c.student_id = h.student_id and c.subject_id = h.subject_id
    and c.state in ('open', 'accepted'))`;
