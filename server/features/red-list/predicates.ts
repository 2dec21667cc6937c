import { sql, type RawBuilder } from 'kysely';

/** Whether a student is on the red list, in any subject. */
export const onRedList = (student: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (
    select from red_list r where r.student_id = ${student} and r.archived_at is null)`;
