import type { Tables } from '#server/platform/database/tables.ts';
import { all, none, retained, staff, student, type TableEntry } from './register-entries.ts';

const anonymousRow = retained('names a row that is anonymous after the erasure');

type Names = 'student' | 'student_merge';

/** Students, and which of them were merged. */
export const studentTables: { [Table in Names & keyof Tables]: TableEntry<Table> } = {
  student: {
    purpose: 'students, their contact data and cards',
    retention: 'until erased; the photo until KEEP_PHOTOS_DAYS after archiving',
    columns: {
      ...all(['id', 'merged_into'], anonymousRow),
      ...all(['archived_at', 'erased_at'], none),
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
};
