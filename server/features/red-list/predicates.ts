import { sql, type RawBuilder } from 'kysely';

/** Whether a student is on the red list in any subject: by hand, or by an accepted entry (R-RED-2). */
export const onRedList = (student: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(exists (
    select from red_list r where r.student_id = ${student} and r.archived_at is null)
  or exists (
    select from red_list_computed r where r.student_id = ${student} and r.state = 'accepted'))`;
