import type { Tables } from '#server/platform/database/tables.ts';
import { logTables } from './register-logs.ts';
import { masterDataTables, teaching } from './register-master-data.ts';
import { redListTables } from './register-red-list.ts';
import {
  all,
  none,
  retained,
  staff,
  student,
  type TableEntry,
} from '#server/school/privacy-entries.ts';
import { buildingTables } from './register-building.ts';
import { deviceTables } from './register-devices.ts';
import { integrationTables } from './register-integrations.ts';
import { messageTables } from './register-messages.ts';
import { erasureTables } from './register-erasures.ts';
import { reportTables } from './register-reports.ts';
import { rosterTables } from './register-roster.ts';
import { seatingTables } from './register-seating.ts';
import { studentTables } from './register-students.ts';
import { letterEntry, templateEntry } from './register-letters.ts';

/** Every table and column: a column without an entry does not compile. */
type Register = { [Table in keyof Tables]: TableEntry<Table> };

const anonymousRow = retained('names a row that is anonymous after the erasure');
const pastCounts = retained(
  'past counts, rates and exports do not change; the row that it is about is anonymous',
);
const author = staff('who wrote, marked or ordered it');

export const privacyRegister: Register = {
  ...logTables,
  ...deviceTables,
  ...buildingTables,
  ...integrationTables,
  ...masterDataTables,
  ...redListTables,
  ...rosterTables,
  ...seatingTables,
  ...studentTables,
  app_user: {
    purpose: 'people who have signed in, and their roles',
    retention: 'for ever: marks and pay name them',
    columns: {
      ...all(['id', 'created_at'], none),
      ...all(
        ['email', 'name', 'roles', 'claimed_roles'],
        staff('recognises who signs in; replaced for a student'),
      ),
      own_student_id: anonymousRow,
    },
  },
  calendar_link: {
    purpose: "addresses of teachers' calendars",
    retention: 'until the teacher makes a new one or removes it',
    columns: { teacher_id: teaching, ...all(['secret_hash', 'created_at'], none) },
  },
  sign_in_binding: {
    purpose: 'the account of the identity provider that an address belongs to',
    retention: 'until it is released',
    columns: {
      ...all(['user_id', 'issuer', 'subject'], staff('keeps other accounts out')),
      bound_at: none,
    },
  },
  blocked_sign_in: {
    purpose: 'accounts that were refused because their address belongs to another one',
    retention: 'until an administrator releases or removes it',
    columns: {
      ...all(['id', 'attempts', 'first_at', 'last_at'], none),
      ...all(
        ['user_id', 'issuer', 'subject', 'name', 'role'],
        staff('an administrator decides by it'),
      ),
    },
  },
  oidc_record: {
    purpose: 'sessions of the demo sign-in',
    retention: 'until they expire; not part of a backup',
    columns: {
      payload: staff('accounts of the demo only'),
      ...all(['model', 'id', 'grant_id', 'uid', 'expires_at', 'consumed_at'], none),
    },
  },
  leave: {
    purpose: 'approved leaves with reason and document',
    retention: 'until erased, or until KEEP_LEAVES_DAYS after the last day',
    columns: {
      ...all(['id', 'archived_at'], none),
      faculty_email: staff('who approved it; deleted with the leave'),
      ...all(
        ['student_id', 'leave_from', 'leave_to', 'reason_for_leave', 'supporting_document'],
        student('deleted'),
      ),
    },
  },
  enrolment: {
    purpose: 'who is on the roll of a class, and when',
    retention: 'for ever',
    columns: {
      ...all(['id', 'class_schedule_id', 'created_at'], none),
      student_id: anonymousRow,
      ...all(['enrolled_from', 'enrolled_to', 'cohort_assignment_id'], pastCounts),
    },
  },
  cohort_assignment: {
    purpose: 'members of cohorts',
    retention: 'for ever',
    columns: {
      ...all(['id', 'cohort_id', 'created_at'], none),
      student_id: anonymousRow,
      ...all(['assigned_from', 'assigned_to'], pastCounts),
    },
  },
  cohort_transfer: {
    purpose: 'transfers between cohorts, so that they can be undone',
    retention: 'for ever',
    columns: {
      ...all(['id', 'created_at', 'undone_at'], none),
      student_id: anonymousRow,
      ...all(
        [
          'from_assignment_id',
          'to_assignment_id',
          'transfer_date',
          'joined',
          'opened',
          'kept',
          'closed',
        ],
        pastCounts,
      ),
      created_by: author,
    },
  },
  attendance: {
    purpose: 'the mark of a student on a roll',
    retention: 'for ever',
    columns: {
      ...all(['id', 'class_schedule_id'], none),
      student_id: anonymousRow,
      ...all(['date', 'status', 'how', 'marked_at', 'confirmed_at'], pastCounts),
      marked_by: author,
      confirmed_by: author,
    },
  },
  mark_detail: {
    purpose: 'how late a student came, how early they left, and why an absence is excused',
    retention: 'for ever; the note and the kind of excuse until erased',
    columns: {
      ...all(['class_schedule_id'], none),
      student_id: anonymousRow,
      ...all(['date', 'late_minutes', 'left_early_minutes', 'arrived_at'], pastCounts),
      excuse: student('replaced'),
      excuse_note: student('nulled'),
      changed_by: author,
    },
  },
  red_list: {
    purpose: 'students below a rate of attendance',
    retention: 'until it is deleted; archived by an erasure',
    columns: {
      ...all(['id', 'subject_id', 'archived_at'], none),
      student_id: anonymousRow,
      ...all(['attendance_percentage', 'entered_on'], pastCounts),
    },
  },
  attendance_note: {
    purpose: 'notes of teachers about a roll or a student',
    retention: 'until deleted; notes about a student until erased',
    columns: {
      ...all(['id', 'class_schedule_id', 'date', 'created_at', 'archived_at'], none),
      note: student('redacted'),
      student_id: student('deleted'),
      ...all(['teacher_id', 'created_by'], author),
    },
  },
  ...reportTables,
  ...messageTables,
  template: templateEntry,
  letter: letterEntry,
  stored_file: {
    purpose: 'uploaded photos and documents, and the row that each belongs to',
    retention: 'until its row is gone; a week where no row took it up',
    columns: {
      key: student('deleted'),
      ...all(['category', 'owner_id', 'created_at', 'released_at', 'sized_at'], none),
      uploaded_by: author,
    },
  },
  ...erasureTables,
  payroll_log: {
    purpose: 'check-ins of teachers, and what they earn',
    retention: 'for ever: accounts',
    columns: {
      ...all(['id', 'class_schedule_id'], none),
      ...all(
        [
          'date',
          'teacher_id',
          'duration_minutes',
          'pay_code_id',
          'rate_cents',
          'amount_cents',
          'status',
        ],
        staff('pay'),
      ),
      ...all(
        [
          'created_by',
          'checked_in_at',
          'owner_id',
          'class_teacher_id',
          'contested_at',
          'contested_by',
        ],
        staff('pay'),
      ),
    },
  },
  pay_closing: {
    purpose: 'until when pay is closed, and when that changed',
    retention: 'for ever: accounts',
    columns: {
      ...all(['id', 'closed_until', 'changed_at'], none),
      ...all(['reason', 'changed_by'], staff('who closed and reopened pay, and why')),
    },
  },
  pay_run: {
    purpose: 'files for the payroll system',
    retention: 'for ever: accounts',
    columns: {
      ...all(
        ['id', 'from_date', 'to_date', 'lines', 'corrections', 'columns', 'checksum', 'made_at'],
        none,
      ),
      ...all(['minutes', 'amount_cents', 'made_by'], staff('pay')),
    },
  },
  pay_run_line: {
    purpose: 'check-ins and corrections as they were exported',
    retention: 'for ever: accounts',
    columns: {
      ...all(['pay_run_id', 'position', 'payroll_log_id', 'kind', 'start_time', 'end_time'], none),
      ...all(['subject_code', 'subject_name', 'class_type', 'group_name', 'pay_code_id'], none),
      ...all(
        ['date', 'teacher_id', 'first_name', 'last_name', 'email', 'minutes', 'paycode'],
        staff('pay'),
      ),
      ...all(
        ['paycode_type', 'rate_cents', 'amount_cents', 'checked_in_at', 'stand_in_for'],
        staff('pay'),
      ),
    },
  },
  check_in_request: {
    purpose: 'requests of teachers to accounts for a missing check-in',
    retention: 'until the check-in is there, or for KEEP_HISTORY_DAYS',
    columns: {
      ...all(['id', 'class_schedule_id', 'date', 'requested_at'], none),
      message: student('proposed'),
      ...all(['requested_by', 'teacher_id'], author),
    },
  },
  open_rolls_from: {
    purpose: 'since when rolls are expected to be taken',
    retention: 'for ever',
    columns: all(['id', 'since'], none),
  },
  roll_reminder: {
    purpose: 'on which days teachers were reminded of their rolls, and how many',
    retention: 'for ever',
    columns: all(['date', 'mails'], none),
  },
  operation_run: {
    purpose: 'when operators last made a backup, and tried one out',
    retention: 'for ever: one row each',
    columns: all(['name', 'at'], none),
  },
  one_time_work: {
    purpose: 'what the first start of a version has done once',
    retention: 'for ever: one row each',
    columns: all(['name', 'done_at'], none),
  },
  institute_setting: {
    purpose: 'what the institute has chosen, where it is not the default',
    retention: 'for ever',
    columns: { ...all(['name', 'value', 'changed_at'], none), changed_by: author },
  },
  institute_logo: {
    purpose: 'the picture of the institute',
    retention: 'for ever: one row',
    columns: { ...all(['id', 'type', 'bytes', 'hash', 'changed_at'], none), changed_by: author },
  },
  server_secret: {
    purpose: 'keys of this installation',
    retention: 'for ever',
    columns: all(['name', 'value'], none),
  },
};
