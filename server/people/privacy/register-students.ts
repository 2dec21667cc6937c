import type { Tables } from '#server/platform/database/tables.ts';
import {
  all,
  none,
  retained,
  staff,
  student,
  type TableEntry,
} from '#server/school/privacy-entries.ts';

const anonymousRow = retained('names a row that is anonymous after the erasure');

type Names =
  | 'student'
  | 'student_merge'
  | 'student_card'
  | 'student_id_change'
  | 'number_lock'
  | 'student_calendar_link'
  | 'leave_request'
  | 'qr_session'
  | 'held_mark'
  | 'qr_check_in'
  | 'qr_try';

/** Students, which of them were merged, and what they entered themselves. */
export const studentTables: { [Table in Names & keyof Tables]: TableEntry<Table> } = {
  student: {
    purpose: 'students, their contact data and cards',
    retention: 'until erased; the photo until KEEP_PHOTOS_DAYS after archiving',
    columns: {
      ...all(['id', 'merged_into'], anonymousRow),
      ...all(['archived_at', 'erased_at', 'created_at'], none),
      ...all(
        ['uuid', 'student_id', 'first_name', 'last_name', 'phone_number', 'search'],
        student('replaced'),
      ),
      ...all(
        [
          'gender',
          'date_of_birth',
          'batch',
          'student_mail',
          'rfid_number',
          'key_form',
          'profile_image',
          'card_print_status',
        ],
        student('nulled'),
      ),
    },
  },
  student_merge: {
    purpose: 'which students were merged, by whom, and what was decided',
    retention: 'for ever: marks came from one row to another',
    columns: {
      ...all(['id', 'done_at'], none),
      ...all(['into_id', 'from_id', 'moved', 'decided'], anonymousRow),
      done_by: staff('who merged them'),
      before: student('redacted'),
    },
  },
  number_lock: {
    purpose: 'two users who enter one card number at a time wait for each other',
    retention: 'none: the table is empty',
    columns: all(['key'], none),
  },
  student_card: {
    purpose: 'cards of students, present and former, with who gave and ended them',
    retention: 'until erased; former ones for KEEP_HISTORY_DAYS',
    columns: {
      ...all(['id', 'for_print'], none),
      ...all(['student_id', 'number', 'given_at', 'ended_at', 'reason'], student('deleted')),
      ...all(['given_by', 'ended_by'], staff('who gave or ended the card')),
    },
  },
  student_id_change: {
    purpose: 'IDs that students no longer have, for what was typed without the network',
    retention: 'until erased, or KEEP_HISTORY_DAYS after the change',
    columns: {
      id: none,
      ...all(['student_id', 'former_id', 'had_from', 'ended_at'], student('deleted')),
    },
  },
  student_calendar_link: {
    purpose: "addresses of students' calendars",
    retention: 'until the student makes a new one or removes it',
    columns: { student_id: student('deleted'), ...all(['secret_hash', 'created_at'], none) },
  },
  leave_request: {
    purpose: 'requests of students for leaves, and their decisions',
    retention:
      'until erased, or KEEP_LEAVES_DAYS after the last day; the document of a declined one for 30 days',
    columns: {
      ...all(['id', 'state', 'requested_at', 'decided_at', 'leave_id'], none),
      ...all(
        ['student_id', 'leave_from', 'leave_to', 'reason_for_leave', 'supporting_document'],
        student('deleted'),
      ),
      answer: student('deleted'),
      requested_by: student('deleted'),
      decided_by: staff('who decided'),
    },
  },
  qr_session: {
    purpose: 'when check-in by QR code was open for a roll',
    retention: 'for ever',
    columns: {
      ...all(['id', 'class_schedule_id', 'date', 'opened_at', 'closed_at'], none),
      opened_by: staff('who opened it'),
    },
  },
  held_mark: {
    purpose:
      'marks that waited for the network, met a closed roll or an archived class, and wait for a decision',
    retention: 'for ever, as the history of marks; deleted with the erasure of the student',
    columns: {
      ...all(['id', 'class_schedule_id', 'date', 'received_at', 'decision', 'decided_at'], none),
      ...all(
        ['student_id', 'status', 'from_status', 'how', 'detail', 'made_at'],
        student('deleted'),
      ),
      ...all(['made_by', 'decided_by', 'token_id'], staff('who made and decided it')),
    },
  },
  qr_check_in: {
    purpose: 'by which code and with which browser a student checked in',
    retention: '30 days, or until erased; not part of a backup',
    columns: {
      ...all(['id', 'qr_session_id', 'step', 'date'], none),
      ...all(['student_id', 'device', 'arrived_at'], student('deleted')),
    },
  },
  qr_try: {
    purpose: 'how often a student typed digits while a code was shown',
    retention: 'an hour; not part of a backup',
    columns: { student_id: student('deleted'), ...all(['step', 'tries'], none) },
  },
};
