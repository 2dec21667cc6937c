import { sql, type RawBuilder } from 'kysely';
import { dateOf, type Day } from '#server/platform/database/day.ts';

/** Whether a period, its last day included or open, has days from `day` on. */
const endsOnOrAfter = (day: Day, to: string) =>
  sql<boolean>`(${sql.ref(to)} is null or ${sql.ref(to)} >= ${dateOf(day)})`;

const includes = (day: Day, from: string, to: string) =>
  sql<boolean>`(${sql.ref(from)} <= ${dateOf(day)} and ${endsOnOrAfter(day, to)})`;

/** Whether an enrolment includes a day (R-ENROL-1); `take_mark.sql` states the same for a mark. */
export const enrolledOn = (day: Day, alias = 'e'): RawBuilder<boolean> =>
  includes(day, `${alias}.enrolled_from`, `${alias}.enrolled_to`);

/** Whether an enrolment is open or ends on a day or later. */
export const enrolledOnOrAfter = (day: Day, alias = 'e'): RawBuilder<boolean> =>
  endsOnOrAfter(day, `${alias}.enrolled_to`);

/** Whether an enrolment includes a day of a period. */
export const enrolledWithin = (from: Day, to: Day, alias = 'e'): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.enrolled_from`)} <= ${dateOf(to)}
    and ${endsOnOrAfter(from, `${alias}.enrolled_to`)})`;

/** Whether an assignment to a cohort includes a day. */
export const assignedOn = (day: Day, alias = 'a'): RawBuilder<boolean> =>
  includes(day, `${alias}.assigned_from`, `${alias}.assigned_to`);

/** Whether a student was in the class of an attendance note `n` on its date. */
export const inClassOfNote = (student: number): RawBuilder<boolean> => sql`exists (
  select from enrolment e where e.student_id = ${student}
    and e.class_schedule_id = n.class_schedule_id and ${enrolledOn(sql`n.date`)})`;

/** The number of students in a class on a day. */
export const numberEnrolled = (classSchedule: RawBuilder<unknown>, day: Day): RawBuilder<number> =>
  sql`(
    select count(*) from enrolment e
    where e.class_schedule_id = ${classSchedule} and ${enrolledOn(day)})`;
