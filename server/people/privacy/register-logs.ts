import {
  all,
  retained,
  none,
  staff,
  student,
  type TableEntry,
} from '#server/school/privacy-entries.ts';

type LogTable =
  | 'attendance_history'
  | 'attendance_request'
  | 'payroll_log_history'
  | 'audit'
  | 'check_count'
  | 'operation'
  | 'former_meeting'
  | 'bulk_operation'
  | 'bulk_operation_row'
  | 'roll_event'
  | 'mail'
  | 'mail_attachment';

const author = staff('who did it');
const ofAnonymousRow = retained('history of a row that is anonymous after the erasure');

/** Records of events, and copies. */
export const logTables: { [Table in LogTable]: TableEntry<Table> } = {
  attendance_history: {
    purpose: 'each change of a mark',
    retention: 'for KEEP_HISTORY_DAYS, append-only',
    columns: {
      ...all(['id', 'class_schedule_id'], none),
      ...all(
        [
          'student_id',
          'date',
          'from_status',
          'to_status',
          'how',
          'mark_how',
          'changed_at',
          'made_at',
          'merged_from',
        ],
        ofAnonymousRow,
      ),
      ...all(['late_minutes', 'left_early_minutes', 'excuse'], ofAnonymousRow),
      ...all(['device_id', 'token_id', 'again', 'follows'], ofAnonymousRow),
      changed_by: author,
    },
  },
  check_count: {
    purpose: 'how many findings the checks had each night',
    retention: '90 days',
    columns: all(['day', 'kind', 'count', 'counted_at'], none),
  },
  attendance_request: {
    purpose: 'responses, for repetitions of the same request',
    retention: 'two days; not part of a backup',
    columns: {
      user_id: author,
      ...all(['key', 'created_at'], none),
      ...all(['answer', 'fingerprint'], student('deleted')),
    },
  },
  payroll_log_history: {
    purpose: 'each change of a check-in',
    retention: 'for KEEP_HISTORY_DAYS, append-only',
    columns: {
      ...all(['id', 'payroll_log_id', 'class_schedule_id', 'date', 'what', 'device_id'], none),
      ...all(
        ['changes', 'reason', 'changed_by', 'changed_at'],
        staff('pay; the reason is free text, and no place for data of students'),
      ),
    },
  },
  audit: {
    purpose: 'sign-ins, refusals, exports, changes and erasures: who, when, what',
    retention: 'for KEEP_HISTORY_DAYS, append-only',
    columns: {
      ...all(['id', 'at', 'kind', 'what', 'status', 'request_id'], none),
      ...all(['user_id', 'role', 'session'], author),
      actor: student('replaced'),
      about: student('replaced'),
    },
  },
  roll_event: {
    purpose: 'when rolls were closed and reopened, by whom',
    retention: 'for ever: it is the history of a roll',
    columns: {
      ...all(['id', 'class_schedule_id', 'date', 'kind', 'done_at', 'students'], none),
      done_by: author,
      reason: student('proposed'),
    },
  },
  operation: {
    purpose: 'changes of classes on their dates: who, when, what, to be undone',
    retention: 'for ever',
    columns: {
      ...all(['id', 'kind', 'done_at', 'undone_at'], none),
      ...all(['before', 'after'], student('redacted')),
      ...all(['class_schedule_ids', 'patterns_before', 'patterns_after', 'effective_from'], none),
      ...all(['columns_before', 'columns_after'], none),
      ...all(['added_class_id', 'room_closing_id'], none),
      ...all(['done_by', 'undone_by'], author),
    },
  },
  former_meeting: {
    purpose: 'meetings as they were until they were changed, for marks that waited for the network',
    retention: '400 days',
    columns: {
      ...all(['date', 'class_schedule_id', 'transaction', 'number', 'changed_at'], none),
      ...all(['start_time', 'end_time', 'classroom_id', 'more_classroom_ids', 'status'], none),
      ...all(['teacher_id', 'covering_teacher_id', 'co_teacher_ids'], staff('who taught')),
      changed_places: staff('who taught'),
    },
  },
  bulk_operation: {
    purpose: 'imports, bulk changes, enrolments and transfers: who, when, what, to be undone',
    retention: 'for KEEP_HISTORY_DAYS',
    columns: {
      ...all(['id', 'kind', 'about', 'done_at', 'recorded_at', 'rights', 'counts', 'undoes'], none),
      done_by: author,
    },
  },
  bulk_operation_row: {
    purpose: 'the rows that such an operation wrote, as they were and became',
    retention: '90 days',
    columns: {
      ...all(
        ['id', 'operation_id', 'table_name', 'row_key', 'undone_by', 'refusal', 'follows'],
        none,
      ),
      // Of the student's own rows; redacted in rows of classes, subjects and rooms.
      ...all(['before', 'after', 'label', 'student_id'], student('deleted')),
    },
  },
  mail: {
    purpose: 'exports, reminders and messages to students that were mailed',
    retention: 'for ever, without the files; messages to students for KEEP_MESSAGES_DAYS',
    columns: {
      ...all(
        [
          'id',
          'kind',
          'state',
          'attempts',
          'made_at',
          'created_at',
          'finished_at',
          'erasures',
          'in_inbox',
        ],
        none,
      ),
      asked: retained(
        'dates and ids that were chosen; an id names a row that is anonymous after the erasure',
      ),
      ...all(['recipient', 'reason'], student('replaced')),
      ...all(['subject', 'body'], student('deleted')),
      requested_by: author,
    },
  },
  mail_attachment: {
    purpose: 'files of mails, with data of all students',
    retention: 'until the next erasure, or for KEEP_MAILS_DAYS in the local inbox',
    columns: {
      ...all(['mail_id', 'place', 'name', 'content_type', 'size'], none),
      content: student('nulled'),
    },
  },
};
