import { sql } from 'kysely';
import type { MadeLetters } from '#contract/messages/letters.ts';
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
  const { rows } = await sql<Recipient>`
    select id, student_id, first_name, last_name, date_of_birth, erased_at is not null as erased
    from student where id = any(${ids}::bigint[]) order by id for share`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

export const nameOf = ({ first_name, last_name }: Recipient): string =>
  `${first_name} ${last_name}`;

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
