import { sql, type RawBuilder } from 'kysely';
import { attended } from '#server/school/status.ts';
import type { CheckKind } from '#contract/attendance/check.ts';
import { enrolledOnOrAfter, numberEnrolled } from '#server/school/enrolled.ts';

/** Number of days before today that checks of meetings include. */
export const checkedDays = 28;
/** A card that was not read among this many marks by hand may be lost. */
const marksWithoutCard = 5;

/** So many dates to come that are cancelled look like weeks without the class. */
const cancelledLikeWeeks = 3;

/** Classes of semesters whose classes have not ended. */
const ofPresentClasses = (today: string) => sql`
  class_schedule c join semester m on m.id = c.semester_id
    and c.archived_at is null and m.class_end_date >= ${today}::date`;

const takenOn = (classSchedule: RawBuilder<unknown>, date: RawBuilder<unknown>) => sql`exists (
  select from attendance a where a.class_schedule_id = ${classSchedule} and a.date = ${date})`;

/** Kinds with statements of their own. */
type OwnStatement =
  | 'rolls_not_taken'
  | 'failed_mails'
  | 'same_names'
  | 'same_cards'
  | 'same_pay_codes'
  | 'rooms_like_several';

type Statement = (today: string) => RawBuilder<unknown>;

/**
 * The findings of each check (R-CHECK-1): `class_id`, `date`, `student_id`, `other_id`, `count`. The
 * others have statements of their own.
 */
export const statements: Record<Exclude<CheckKind, OwnStatement>, Statement> = {
  held_marks: () => sql`
    select h.class_schedule_id as class_id, h.date, null::bigint as student_id,
      null::bigint as other_id, count(*)::int as count
    from held_mark h where h.decision is null
    group by h.class_schedule_id, h.date`,
  // Also those that an administrator has accepted: the roll is another one than was closed.
  marks_after_closing: (today) => sql`
    select g.class_schedule_id as class_id, g.date, null::bigint as student_id,
      null::bigint as other_id, late.count
    from class_meeting g
    cross join lateral (
      select count(distinct a.student_id)::int as count
      from attendance a join attendance_history h on h.student_id = a.student_id
        and h.class_schedule_id = a.class_schedule_id and h.date = a.date
      where a.class_schedule_id = g.class_schedule_id and a.date = g.date
        and h.made_at is not null and h.changed_at > g.closed_at
    ) late
    where g.closed_at is not null and late.count > 0
      and g.date >= ${today}::date - ${checkedDays}::int`,
  // Made before the change was entered, and arrived after it; marks of a cancelled roll do not count.
  marks_of_changed_class: (today) => sql`
    select g.class_schedule_id as class_id, g.date, null::bigint as student_id,
      null::bigint as other_id, late.count
    from class_meeting g
    cross join lateral (
      select count(distinct a.student_id)::int as count
      from attendance a join attendance_history h on h.student_id = a.student_id
        and h.class_schedule_id = a.class_schedule_id and h.date = a.date
      where a.class_schedule_id = g.class_schedule_id and a.date = g.date
        and h.to_status is not null and h.changed_at > g.status_changed_at
    ) late
    where g.status in ('cancelled', 'moved') and late.count > 0
      and g.date >= ${today}::date - ${checkedDays}::int`,
  check_ins_without_marks: (today) => sql`
    select l.class_schedule_id as class_id, l.date, null::bigint as student_id,
      null::bigint as other_id, null::int as count
    from payroll_log l
    where l.date between ${today}::date - ${checkedDays}::int and ${today}::date - 1
      and not ${takenOn(sql`l.class_schedule_id`, sql`l.date`)}
      and ${numberEnrolled(sql`l.class_schedule_id`, sql`l.date`)} > 0`,
  classes_without_students: (today) => sql`
    select c.id as class_id, null::date as date, null::bigint as student_id,
      null::bigint as other_id, null::int as count
    from ${ofPresentClasses(today)}
    where not exists (
      select from enrolment e where e.class_schedule_id = c.id and ${enrolledOnOrAfter(today)})`,
  // Between two semesters no student has a class.
  students_without_classes: (today) => sql`
    select null::bigint as class_id, null::date as date, s.id as student_id,
      null::bigint as other_id, null::int as count
    from student s
    where s.archived_at is null and s.erased_at is null
      and exists (select from ${ofPresentClasses(today)})
      and not exists (
        select from enrolment e join ${ofPresentClasses(today)} on c.id = e.class_schedule_id
        where e.student_id = s.id and ${enrolledOnOrAfter(today)})`,
  enrolments_outside_semester: (today) => sql`
    select c.id as class_id, null::date as date, e.student_id, null::bigint as other_id,
      null::int as count
    from ${ofPresentClasses(today)}
    join enrolment e on e.class_schedule_id = c.id
      and (e.enrolled_from > m.semester_end_date or e.enrolled_to < m.semester_start_date)`,
  duplicate_students: () => sql`
    select null::bigint as class_id, null::date as date, min(s.id) as student_id,
      max(s.id) as other_id, null::int as count
    from student s
    where s.archived_at is null and s.erased_at is null and s.date_of_birth is not null
    group by fold(s.first_name), fold(s.last_name), s.date_of_birth having count(*) > 1`,
  unused_cards: (today) => sql`
    select null::bigint as class_id, null::date as date, s.id as student_id,
      null::bigint as other_id, marks.count
    from student s
    cross join lateral (
      select count(*)::int as count, bool_or(a.how = 'card') as read
      from attendance a
      where a.student_id = s.id and a.date >= ${today}::date - ${checkedDays}::int
        and a.how in ('card', 'typed', 'manual') and ${attended()}
    ) marks
    where s.rfid_number is not null and s.archived_at is null and s.erased_at is null
      and marks.count >= ${marksWithoutCard}::int and not marks.read`,
  classes_without_pay_code: (today) => sql`
    select c.id as class_id, null::date as date, null::bigint as student_id,
      null::bigint as other_id, null::int as count
    from ${ofPresentClasses(today)} where c.payroll_id is null`,
  // Held in every week, and cancelled on several dates to come: every second week, or half of the semester.
  classes_like_weeks: (today) => sql`
    select c.id as class_id, null::date as date, null::bigint as student_id,
      null::bigint as other_id, dates.cancelled as count
    from ${ofPresentClasses(today)}
    cross join lateral (
      select count(*) filter (where g.status = 'cancelled')::int as cancelled,
        count(*) filter (where g.status = 'scheduled')::int as held
      from class_meeting g
      where g.class_schedule_id = c.id and g.date > ${today}::date and g.origin in ('weekly', 'migrated')
    ) dates
    where c.weeks is null and dates.cancelled >= ${cancelledLikeWeeks}::int and dates.held > 0`,
};
