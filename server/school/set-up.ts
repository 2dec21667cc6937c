import { sql } from 'kysely';

/** Whether a class has students: until then the institute is being set up (R-SETUP-2). */
export const isSetUp = sql<boolean>`exists (
  select from class_schedule c where c.archived_at is null
    and exists (select from enrolment e where e.class_schedule_id = c.id))`;
