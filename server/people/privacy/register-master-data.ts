import { plainResources } from '#server/timetable/index.ts';
import {
  followsName,
  all,
  masterDataRetention as retention,
  none,
  staff,
  student,
  type TableEntry,
} from '#server/school/privacy-entries.ts';

type Plain = (typeof plainResources)[number];
type PlainTables = { [Table in Plain['table']]: TableEntry<Table> };
const plainTables = Object.fromEntries(
  plainResources.map(({ table, privacy }) => [table, privacy]),
) as PlainTables;

type MasterDataTable =
  | 'teacher'
  | 'class_schedule'
  | 'class_schedule_pattern'
  | 'class_meeting'
  | 'pattern_co_teacher'
  | 'pattern_more_room'
  | 'meeting_co_teacher'
  | 'meeting_more_room'
  | 'confirmed_clash'
  | 'room_closing'
  | 'subject'
  | 'cohort'
  | 'cohort_schedule'
  | 'semester'
  | 'holiday'
  | 'pay_code';

export const teaching = staff('who teaches or taught, for rolls and pay');

/** The institute's master data: teachers are persons, and names of other rows may name a student. */
export const masterDataTables: { [Table in MasterDataTable]: TableEntry<Table> } & PlainTables = {
  ...plainTables,
  teacher: {
    purpose: 'teachers and how to reach them',
    retention,
    columns: {
      ...all(['id', 'archived_at'], none),
      ...all(['first_name', 'last_name', 'email', 'phone', 'card_number', 'key_form'], teaching),
    },
  },
  class_schedule: {
    purpose: 'weekly classes',
    retention,
    columns: {
      ...all(
        [
          'id',
          'ref',
          'class_type',
          'day_of_week',
          'start_time',
          'end_time',
          'weeks',
          'subject_id',
          'semester_id',
          'classroom_id',
          'more_classroom_ids',
        ],
        none,
      ),
      ...all(['color_coding', 'payroll_id', 'sort_order', 'archived_at'], none),
      group_name: student('proposed'),
      ...all(['teacher_id', 'co_teacher_ids', 'co_payrolls'], teaching),
    },
  },
  class_schedule_pattern: {
    purpose: 'what a weekly class is from a date on',
    retention,
    columns: {
      ...all(['class_schedule_id', 'valid_from', 'day_of_week', 'start_time', 'end_time'], none),
      ...all(
        ['classroom_id', 'more_classroom_ids', 'payroll_id', 'paused_day_of_week', 'weeks'],
        none,
      ),
      ...all(['teacher_id', 'co_teacher_ids', 'co_payrolls'], teaching),
    },
  },
  class_meeting: {
    purpose: 'classes on their dates',
    retention,
    columns: {
      ...all(['id', 'class_schedule_id', 'date', 'start_time', 'end_time', 'classroom_id'], none),
      ...all(['status', 'origin', 'moved_from', 'moved_to', 'own_time', 'own_room'], none),
      ...all(['held_on_holiday', 'extra_uid', 'sequence', 'cover_payroll_id'], none),
      ...all(['closed_at', 'reopened_at', 'status_changed_at', 'status_before_archive'], none),
      ...all(['teacher_id', 'covering_teacher_id', 'co_teacher_ids', 'changed_places'], teaching),
      more_classroom_ids: none,
      reason: student('proposed'),
    },
  },
  pattern_co_teacher: {
    purpose: 'further teachers of classes, from a date on',
    retention,
    columns: {
      ...all(['class_schedule_id', 'valid_from', 'position'], none),
      ...all(['teacher_id', 'payroll_id'], teaching),
    },
  },
  pattern_more_room: {
    purpose: 'further rooms of classes, from a date on',
    retention,
    columns: all(['class_schedule_id', 'valid_from', 'position', 'classroom_id'], none),
  },
  meeting_co_teacher: {
    purpose: 'further teachers of classes on their dates',
    retention,
    columns: {
      ...all(['class_meeting_id', 'position'], none),
      ...all(['teacher_id', 'covering_teacher_id', 'cover_payroll_id', 'is_away'], teaching),
    },
  },
  meeting_more_room: {
    purpose: 'further rooms of classes on their dates',
    retention,
    columns: all(['class_meeting_id', 'position', 'classroom_id'], none),
  },
  confirmed_clash: {
    purpose: 'pairs of classes that are at the same time on purpose',
    retention: 'as long as both classes',
    columns: {
      ...all(['class_schedule_id', 'other_class_schedule_id', 'kind', 'semester_id'], none),
      ...all(['other_semester_id', 'day_of_week', 'start_time', 'end_time'], none),
      ...all(['other_start_time', 'other_end_time', 'weeks', 'confirmed_at'], none),
      confirmed_by: staff('who confirmed it'),
    },
  },
  room_closing: {
    purpose: 'days on which rooms are closed',
    retention: 'until it is deleted, or as long as the room',
    columns: {
      ...all(['id', 'classroom_id', 'closed_from', 'closed_to', 'created_at'], none),
      reason: student('proposed'),
      created_by: staff('who closed the room'),
    },
  },
  subject: {
    purpose: 'subjects',
    retention,
    columns: {
      ...all(['id', 'year', 'course_id', 'specialization_id', 'archived_at'], none),
      ...all(['subject_name', 'subject_code'], student('proposed')),
      key_form: followsName,
      subject_teacher_id: teaching,
    },
  },
  cohort: {
    purpose: 'groups of students',
    retention,
    columns: {
      ...all(['id', 'year', 'archived_at'], none),
      name: student('proposed'),
      key_form: followsName,
    },
  },
  cohort_schedule: {
    purpose: 'classes of a cohort',
    retention,
    columns: all(['cohort_id', 'class_schedule_id', 'place'], none),
  },
  semester: {
    purpose: 'semesters and their dates',
    retention,
    columns: {
      ...all(['id', 'year', 'semester', 'batch', 'semester_start_date', 'semester_end_date'], none),
      key_form: none,
      ...all(['class_start_date', 'class_end_date', 'first_week', 'archived_at'], none),
    },
  },
  holiday: {
    purpose: 'holidays',
    retention,
    columns: {
      ...all(['id', 'date_from', 'date_to', 'archived_at'], none),
      key_form: followsName,
      name: student('proposed'),
    },
  },
  pay_code: {
    purpose: 'rates of pay',
    retention,
    columns: all(
      ['id', 'paycode', 'key_form', 'amount_cents', 'paycode_type', 'details', 'archived_at'],
      none,
    ),
  },
};
