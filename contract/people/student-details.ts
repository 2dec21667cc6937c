import { z } from 'zod';
import { rollStatuses, statuses } from '../status.ts';
import { followUp } from '../standing/follow-up.ts';
import { guardians } from './guardian.ts';
import { leaveRequest } from '../attendance/leave-request.ts';
import { letterRow } from '../messages/letters.ts';
import { studentMerges } from './merge.ts';
import { studentCards } from './student-card.ts';
import { messagesOfStudent } from '../messages/student-messages.ts';
import { studentRow } from '../student.ts';
import { classTypes } from '../weekdays.ts';
import { firstWeek } from '../week-fields.ts';

/** A student's attendance in one weekly class. */
export const studentStat = z.object({
  class_schedule: z.number(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject: z.object({ subject_name: z.string(), subject_code: z.string() }),
  total: z.number(),
  present: z.number(),
  absent: z.number(),
  not_taken: z.number(),
  /** The rate (R-RATE-2) in whole percent; 0 without one, as `rate` says. */
  attendance_percentage: z.number(),
  /** The same; null when no meeting counts. */
  rate: z.number().nullable(),
  /** Of the present students. */
  late: z.number(),
  /** Of the absent students. */
  excused: z.number(),
  /** Minutes of the classes with a mark; of excused absences; attended. */
  scheduled_minutes: z.number(),
  excused_minutes: z.number(),
  attended_minutes: z.number(),
});

const subjectShort = z.object({ subject_name: z.string(), subject_code: z.string() });

const fraction = z.object({ part: z.number(), of: z.number() });

const subjectForecast = z.object({
  subject: subjectShort,
  /** Of the classes of this type alone, which a rule of the red list names; null: of the subject. */
  class_type: z.enum(classTypes).nullable(),
  semester: z.object({ semester: z.number(), year: z.number() }),
  /** The rate not to end below. */
  threshold: fraction,
  /** Meetings that will take place on days of the enrolment. */
  meetings_left: z.number(),
  /** The rate when all of them are attended in time. */
  best: fraction,
  /** How many of them may be missed; null when the threshold cannot be reached any more. */
  absences_left: z.number().nullable(),
  /** To end below the threshold, 0 to 1; null below 8 counted meetings. */
  probability: z.number().nullable(),
});
export type SubjectForecast = z.output<typeof subjectForecast>;

/** The first rows of what a page of its own lists in full, and how many there are. */
const firstOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row), total: z.number() });

/**
 * What calls of their own answer as well, so that the page needs one request; null for who may not
 * call them.
 */
const studentPanels = z.object({
  merges: studentMerges,
  cards: studentCards,
  /** At most 20, the latest first, as far as the caller may read them (R-FOLLOW-3). */
  follow_ups: firstOf(followUp).nullable(),
  /** At most 50, of the kinds that the caller makes. */
  letters: firstOf(letterRow).nullable(),
  /** At most 50: those to be decided, then the latest. */
  leave_requests: firstOf(leaveRequest).nullable(),
  guardians: guardians.nullable(),
  messages: messagesOfStudent.nullable(),
});
export type StudentPanels = z.output<typeof studentPanels>;

/** Everything about one student on one page; parts that the caller may not read are null. */
export const studentDetails = z.object({
  student: studentRow,
  /** Open ones first, then the latest: 1,000, like the leaves. */
  enrolments: z.array(
    z.object({
      id: z.number(),
      class_schedule: z.number(),
      /** The group of the class, such as 12A; null without one. */
      group_name: z.string().nullable(),
      subject: subjectShort,
      class_type: z.string(),
      day_of_week: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      /** The weeks of the semester in which it is held, `1-6,8`; null: every week. */
      weeks: z.string().nullable(),
      first_week: firstWeek,
      /** With further rooms in brackets, such as `A1 (A2)`. */
      classroom: z.object({ room_number: z.string() }),
      teacher: z.object({ first_name: z.string(), last_name: z.string() }),
      /** Further teachers, in order (R-TEACH-1). */
      co_teachers: z.array(z.object({ first_name: z.string(), last_name: z.string() })),
      semester: z.object({ semester: z.number(), year: z.number() }),
      enrolled_from: z.string(),
      /** The last day, inclusive; null while enrolled. */
      enrolled_to: z.string().nullable(),
    }),
  ),
  /** Per weekly class, with its dates so far: of all classes together the latest 10,000. */
  attendance: z.array(
    studentStat.extend({
      days: z.array(
        z.object({
          date: z.string(),
          status: z.enum(rollStatuses),
          late_minutes: z.number().nullable(),
          excused: z.boolean(),
          /** For N/A: others were marked, the class is over, and the roll is not closed (R-ROLL-16). */
          unfinished: z.boolean(),
        }),
      ),
    }),
  ),
  /** Classes that do not take place as planned on dates of the enrolments, the latest first: at most 50. */
  changed_meetings: z.array(
    z.object({
      /** The meeting's id. */
      id: z.number(),
      class_schedule: z.number(),
      date: z.string(),
      /** `HH:mm` in the institute's time zone. */
      start_time: z.string(),
      subject: subjectShort,
      status: z.enum(['cancelled', 'moved']),
      /** The new date of one that was moved. */
      moved_to: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** The institute's settings of rates. */
  rate_terms: z.object({
    rate_by: z.enum(['meetings', 'minutes']),
    late_counts_as: z.number(),
    excused_counts: z.boolean(),
  }),
  /**
   * What is still open in the subjects of semesters that are not over, with meetings left
   * (R-FORECAST-1); null for who may not read the red list or are this student, and where the forecast
   * is switched off.
   */
  forecasts: z.array(subjectForecast).nullable(),
  leaves: z
    .array(
      z.object({
        id: z.number(),
        leave_from: z.string(),
        leave_to: z.string(),
        reason_for_leave: z.string(),
        supporting_document: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Notes about the student, then about the student's classes during their enrolments: the latest 50. */
  notes: z
    .array(
      z.object({
        id: z.number(),
        date: z.string(),
        /** About the student, not about the class. */
        about_student: z.boolean(),
        subject: subjectShort,
        note: z.string(),
        author: z.string(),
      }),
    )
    .nullable(),
  /** Changes of marks: the latest 200. */
  history: z
    .array(
      z.object({
        id: z.number(),
        date: z.string(),
        subject_code: z.string(),
        from: z.enum(statuses).nullable(),
        to: z.enum(statuses).nullable(),
        how: z.string(),
        changed_by: z.string().nullable(),
        changed_at: z.string(),
      }),
    )
    .nullable(),
  panels: studentPanels,
});
export type StudentDetails = z.output<typeof studentDetails>;
