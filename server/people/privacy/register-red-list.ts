import type { Tables } from '#server/platform/database/tables.ts';
import { countNames } from '#server/school/attendance.ts';
import {
  all,
  masterDataRetention,
  none,
  retained,
  staff,
  student,
  type TableEntry,
} from '#server/school/privacy-entries.ts';

type Names =
  | 'standing'
  | 'standing_of_type'
  | 'contact_hours'
  | 'standing_due'
  | 'standing_progress'
  | 'meeting_count'
  | 'meeting_exception'
  | 'meeting_outcome'
  | 'red_list_rule'
  | 'red_list_computed'
  | 'follow_up'
  | 'follow_up_step';

/** Students of a meeting, with what is counted of each, as arrays. */
const studentsOfMeeting = {
  ...all(['meeting_id', 'scheduled'], none),
  students: retained('names rows that are anonymous after an erasure'),
  ...all(
    ['outcomes', 'attended'],
    retained('past counts of rows that are anonymous after an erasure'),
  ),
};

/** The computed red list, and what it is computed from. */
export const redListTables: { [Table in Names & keyof Tables]: TableEntry<Table> } = {
  standing: {
    purpose: 'what a student’s marks add up to in a current semester, for the red list',
    retention: 'until the semester ends; deleted by archiving and by an erasure',
    columns: {
      ...all(['semester_id', 'subject_id', 'left_meetings', 'left_minutes'], none),
      ...all(
        ['student_id', ...countNames, 'unfinished', 'unfinished_minutes', 'streak', 'absent_on'],
        student('deleted'),
      ),
    },
  },
  standing_of_type: {
    purpose: 'the same of one class type, where a rule of the red list names it',
    retention: 'until the semester ends; deleted by archiving and by an erasure',
    columns: {
      ...all(['semester_id', 'subject_id', 'class_type', 'left_meetings', 'left_minutes'], none),
      ...all(
        ['student_id', ...countNames, 'unfinished', 'unfinished_minutes', 'streak', 'absent_on'],
        student('deleted'),
      ),
    },
  },
  contact_hours: {
    purpose: 'a student’s minutes in a current semester, for the list of contact hours',
    retention: 'until the semester ends; deleted by archiving and by an erasure',
    columns: {
      ...all(['semester_id', 'left_minutes'], none),
      ...all(
        ['student_id', 'scheduled_minutes', 'attended_minutes', 'excused_minutes'],
        student('deleted'),
      ),
    },
  },
  standing_due: {
    purpose: 'students and classes whose standing is computed again',
    retention: 'seconds',
    columns: {
      ...all(['id', 'class_schedule_id', 'is_counted', 'is_mark'], none),
      student_id: retained('names a row that is anonymous after the erasure'),
    },
  },
  standing_progress: {
    purpose: 'how far the job that keeps standings has come',
    retention: 'one row',
    columns: all(
      [
        'is_single',
        'history_id',
        'history_xid',
        'ended_until',
        'as_of',
        'computed_on',
        'computed_after',
        'counted_on',
        'counted_after',
        'differences',
        'evaluated_for',
      ],
      none,
    ),
  },
  meeting_count: {
    purpose: 'what the marks of a meeting add up to, for reports',
    retention: 'as long as the meeting',
    columns: all(['meeting_id', ...countNames], none),
  },
  meeting_exception: {
    purpose: 'who was not simply present at a meeting, for reports by student',
    retention: 'as long as the meeting',
    columns: studentsOfMeeting,
  },
  meeting_outcome: {
    purpose: 'how each mark of a meeting counts, for processes of the previous release',
    retention: 'until the meeting is counted again',
    columns: studentsOfMeeting,
  },
  red_list_rule: {
    purpose: 'when a student is listed for low attendance',
    retention: masterDataRetention,
    columns: {
      ...all(
        [
          'id',
          'subject_id',
          'course_id',
          'overall',
          'class_type',
          'below',
          'least_meetings',
          'consecutive',
          'absences',
          'weeks',
          'created_at',
        ],
        none,
      ),
      created_by: staff('who made the rule'),
    },
  },
  red_list_computed: {
    purpose: 'students for whom a rule of the red list holds, and what was decided',
    retention: 'until erased',
    columns: {
      ...all(['id', 'semester_id', 'subject_id', 'class_type', 'rule_id', 'state', 'since'], none),
      ...all(['not_held_since', 'decided_at'], none),
      ...all(
        ['student_id', 'why', 'rate', 'absent', 'decision', 'decided_rate', 'decided_absent'],
        student('deleted'),
      ),
      decided_by: staff('who accepted or dismissed the entry'),
    },
  },
  follow_up: {
    purpose: 'who does something for a student on the red list until when, and what came of it',
    retention: 'until the student is erased',
    columns: {
      ...all(['id', 'semester_id', 'subject_id', 'due_on', 'begun_at', 'changed_at'], none),
      ...all(['closed_at', 'version'], none),
      ...all(
        [
          'student_id',
          'begun_rate',
          'begun_absent',
          'closed_rate',
          'closed_absent',
          'outcome',
          'outcome_note',
        ],
        student('deleted'),
      ),
      ...all(['owner_id', 'begun_by', 'closed_by', 'changed_by'], staff('who works on it')),
    },
  },
  follow_up_step: {
    purpose: 'what was done for the student, when and by whom',
    retention: 'until the student is erased',
    columns: {
      ...all(['id', 'follow_up_id', 'written_at', 'corrected_at', 'removed_at', 'version'], none),
      ...all(['kind', 'done_on', 'note', 'outcome'], student('deleted')),
      written_by: staff('who wrote it'),
    },
  },
};
