import { all, none, staff, student, type TableEntry } from '#server/school/privacy-entries.ts';

type RosterTable = 'external_guardian' | 'external_id' | 'waiting_class' | 'waiting_member';

/** What other systems call rows, and their classes without times. */
export const rosterTables: { [Table in RosterTable]: TableEntry<Table> } = {
  external_id: {
    purpose: 'what students, teachers and other rows are called in other systems',
    retention: 'as long as the row; of a student until erased',
    columns: {
      ...all(['id', 'kind'], none),
      ...all(['semester_id', 'subject_id', 'waiting_class_id', 'class_schedule_id'], none),
      reported: none,
      teacher_id: staff('whose name in the other system it is'),
      source: none,
      ...all(['student_id', 'sourced_id'], student('deleted')),
    },
  },
  external_guardian: {
    purpose:
      'what guardians are called in other systems, and whether what came from there was changed here',
    retention:
      'as long as the student; without what came from there once the guardian is deleted; until erased',
    columns: {
      ...all(['id', 'guardian_id'], none),
      source: none,
      ...all(
        ['student_id', 'sourced_id', 'name_print', 'email_print', 'phone_print'],
        student('deleted'),
      ),
    },
  },
  waiting_class: {
    purpose: 'classes of other systems, with or without times',
    retention: 'for ever',
    columns: {
      ...all(['id', 'subject_id', 'semester_id', 'class_type', 'archived_at'], none),
      ...all(['title', 'class_code', 'location'], student('proposed')),
      ...all(['teacher_id', 'co_teacher_ids'], staff('who teaches it')),
    },
  },
  waiting_member: {
    purpose: 'who attends a class of another system',
    retention: 'until the other system ends it; of a student until erased',
    columns: {
      ...all(['id', 'waiting_class_id'], none),
      ...all(['student_id', 'sourced_id', 'member_from', 'member_to'], student('deleted')),
    },
  },
};
