import { sql } from 'kysely';
import type { MadeLetters } from '#contract/messages/letters.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** A student as letters name them. */
export interface Recipient {
  id: number;
  student_id: string;
  first_name: string;
  last_name: string;
  date_of_birth: string | null;
  erased: boolean;
}

/**
 * Students by id, locked until the end of the transaction: an erasure waits, and then finds their
 * letters.
 */
export async function lockRecipients(
  trx: Database,
  ids: readonly number[],
): Promise<Map<number, Recipient>> {
  const rows = await trx
    .selectFrom('student')
    .select(['id', 'student_id', 'first_name', 'last_name', 'date_of_birth'])
    .select(sql<boolean>`erased_at is not null`.as('erased'))
    .where('id', '=', anyOf.ids([...ids]))
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The chosen students who get a letter, and the others with the reason. */
export function chosenRecipients(
  ids: readonly number[],
  found: ReadonlyMap<number, Recipient>,
): { recipients: Recipient[]; leftOut: MadeLetters['left_out'] } {
  const leftOut: MadeLetters['left_out'] = [];
  const recipients: Recipient[] = [];
  for (const id of ids) {
    const student = found.get(id);
    if (student && !student.erased) recipients.push(student);
    else
      leftOut.push({
        name: String(id),
        reason: student ? 'The data of this student were erased.' : 'Unknown student',
      });
  }
  return { recipients, leftOut };
}
