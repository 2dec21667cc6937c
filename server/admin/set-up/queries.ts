import { sql, type RawBuilder } from 'kysely';
import { maxCounted, setUpSteps, type SetUpStep } from '#contract/admin/set-up.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';

/**
 * What there is of each step, specializations, classes without times and rooms without seats; no count
 * goes further than `maxCounted`.
 */
type Counts = Record<SetUpStep | 'specializations' | 'waiting' | 'seatless', number>;

const current = (table: string) => sql`select from ${sql.table(table)} where archived_at is null`;

/** Classes of semesters that have not ended. */
const classesFrom = (today: string) => sql`
  class_schedule c join semester m on m.id = c.semester_id
    and m.archived_at is null and m.semester_end_date >= ${today}::date
  where c.archived_at is null`;

/** Classes of another system that have no class in the timetable yet (R-ROSTER-6). */
const waitingFrom = (today: string) => sql`
  select from waiting_class w join semester m on m.id = w.semester_id
    and m.archived_at is null and m.semester_end_date >= ${today}::date
  where w.archived_at is null and not exists (
    select from external_id x join class_schedule c on c.id = x.class_schedule_id
    where x.kind = 'class-time' and x.waiting_class_id = w.id and c.archived_at is null)`;

const counted = (today: string): Record<SetUpStep, RawBuilder<unknown>> => ({
  settings: sql`select from institute_setting`,
  courses: current('course'),
  teachers: current('teacher'),
  subjects: current('subject'),
  semester: sql`${current('semester')} and semester_end_date >= ${today}::date`,
  rooms: current('classroom'),
  classes: sql`select from ${classesFrom(today)}`,
  students: current('student'),
  enrolments: sql`
    select from student s where s.archived_at is null and exists (
      select from enrolment e
      where e.student_id = s.id and ${enrolledOnOrAfter(sql`${today}::date`)}
        and exists (select from ${classesFrom(today)} and c.id = e.class_schedule_id))`,
  cards: sql`${current('student')} and rfid_number is not null`,
});

/** Counts what an institute needs before the first roll, in one statement. */
export async function countSetUp(database: Database, today: string): Promise<Counts> {
  const counts = {
    ...counted(today),
    specializations: current('specialization'),
    waiting: waitingFrom(today),
    seatless: sql`${current('classroom')} and capacity = 0`,
  };
  const upTo = (rows: RawBuilder<unknown>) =>
    sql`(select count(*) from (${rows} limit ${sql.lit(maxCounted)}) counted)`;
  return oneRow(
    await sql<Counts>`
      select ${sql.join(
        Object.entries(counts).map(([name, rows]) => sql`${upTo(rows)} as ${sql.ref(name)}`),
      )}`.execute(database),
  );
}

/** In the order of the steps. */
export const stepsOf = (counts: Counts) => {
  // A roll can be taken in a room without seats.
  const isOptional = (step: SetUpStep) =>
    step === 'settings' || step === 'cards' || (step === 'rooms' && counts.rooms > 0);
  const isDone = (step: SetUpStep) =>
    counts[step] > 0 &&
    (step !== 'courses' || counts.specializations > 0) &&
    (step !== 'rooms' || counts.seatless === 0);
  return setUpSteps.map((step) => ({
    step,
    count: counts[step],
    is_done: isDone(step),
    is_optional: isOptional(step),
  }));
};
