import type { Tables } from '#server/platform/database/tables.ts';
import { all, none, staff, student, type TableEntry } from '#server/school/privacy-entries.ts';

type Names =
  | 'guardian'
  | 'student_message'
  | 'message_stop'
  | 'student_message_class'
  | 'course_without_messages'
  | 'course_messages_on'
  | 'alert_state'
  | 'student_alert';

/** Guardians, and messages about absences; their texts are in `mail`. */
export const messageTables: { [Table in Names & keyof Tables]: TableEntry<Table> } = {
  guardian: {
    purpose: 'contacts of students, who may be notified of absences',
    retention: 'until erased or deleted, or for KEEP_GUARDIANS_DAYS after the student was archived',
    columns: {
      ...all(['id', 'created_at', 'gets_messages', 'notified_from'], none),
      ...all(
        ['student_id', 'name', 'relation', 'email', 'phone', 'consent_at'],
        student('deleted'),
      ),
      ...all(['consent_by', 'created_by'], staff('who entered it, and recorded the consent')),
    },
  },
  student_message: {
    purpose: 'what students were notified about absences, when, and whether it arrived',
    retention: 'until erased, or for KEEP_MESSAGES_DAYS',
    columns: {
      ...all(['id', 'kind', 'recipient', 'state', 'due_at', 'created_at', 'handed_at'], none),
      ...all(
        ['ended_at', 'mail_id', 'is_resent', 'guardian_id', 'entry_id', 'parts', 'channel'],
        none,
      ),
      ...all(['student_id', 'day', 'address', 'reason'], student('deleted')),
    },
  },
  message_stop: {
    purpose: 'recipients who get no messages, by their own link or by staff',
    retention: 'until messages are sent again, or erased',
    columns: {
      ...all(['id', 'guardian_id'], none),
      ...all(['student_id', 'stopped_at'], student('deleted')),
      stopped_by: staff('who stopped them for the recipient'),
    },
  },
  student_message_class: {
    purpose: 'the classes that a message names',
    retention: 'with the message',
    columns: all(['message_id', 'class_schedule_id'], none),
  },
  alert_state: {
    purpose: 'since when alerts are sent',
    retention: 'until they are switched off',
    columns: all(['is_single', 'since'], none),
  },
  student_alert: {
    purpose: 'parts of rules of the red list that were alerted about',
    retention: 'with the entry of the red list, which an erasure deletes',
    columns: all(['entry_id', 'part'], none),
  },
  course_without_messages: {
    purpose: 'courses whose absences are not notified',
    retention: 'until it is switched on',
    columns: all(['course_id'], none),
  },
  course_messages_on: {
    purpose: 'when messages were switched on again for a course',
    retention: 'with the course',
    columns: all(['course_id', 'since'], none),
  },
};
