import { all, none, retained, staff, type TableEntry } from '#server/school/privacy-entries.ts';

type ErasureTable = 'erasure' | 'erasure_proposal' | 'former_student_id';

/** What is recorded of erasures, without a personal value. */
export const erasureTables: { [Table in ErasureTable]: TableEntry<Table> } = {
  erasure: {
    purpose:
      'erased students, so that a restore erases them again and an import does not write them back',
    retention: 'for ever',
    columns: {
      ...all(
        ['student_id', 'uuid_sha256', 'id_hmac'],
        retained('recognises the erased student without disclosing a value'),
      ),
      erased_at: none,
    },
  },
  erasure_proposal: {
    purpose:
      'texts that may name an erased student, until somebody who may edit the row has decided',
    retention: 'for ever: decisions are kept when an erasure is repeated',
    columns: {
      ...all(['id', 'table_name', 'row_key', 'column_name', 'found_at'], none),
      ...all(['decided_at', 'is_redacted'], none),
      student_id: retained('names a row that is anonymous after the erasure'),
      ...all(
        ['spans', 'text_hmac'],
        retained('finds the places again without disclosing what stands there'),
      ),
      decided_by: staff('who decided'),
    },
  },
  former_student_id: {
    purpose: 'IDs that a student had before, or has in other systems',
    retention: 'for ever',
    columns: all(
      ['student_id', 'id_hmac'],
      retained('recognises the erased student without disclosing a value'),
    ),
  },
};
