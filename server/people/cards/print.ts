import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { allCardTerms, storedCard } from '#contract/card-number.ts';
import { messages } from '#contract/texts.ts';
import type { PrintedCard } from '#contract/people/student-card.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, validationError } from '#server/platform/http/api-error.ts';
import { assertNotOwnMail } from '#server/school/own-row.ts';
import { setCardChange } from './change.ts';
import type { By } from './hand-out.ts';

interface Row extends Omit<PrintedCard, 'number' | 'for_print' | 'is_new'> {
  number: string | null;
  student_mail: string | null;
  archived_at: string | null;
  erased_at: string | null;
}

/**
 * What is printed on the cards of students, in the order given; who has no card gets a random number,
 * which is their card from now on (R-CARD-6). Photos are keys of files.
 * @throws ApiError 400 at `ids`, 403 about oneself, 409 for an erased student.
 */
export async function cardsToPrint(
  trx: Database,
  ids: number[],
  { user, now }: By,
): Promise<PrintedCard[]> {
  const rows: Row[] = await trx
    .selectFrom('student')
    .select(['id', 'student_id', 'first_name', 'last_name', 'profile_image'])
    .select(['rfid_number as number', 'student_mail', 'archived_at', 'erased_at'])
    .where('id', '=', anyOf.ids(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length) throw validationError('ids', `${missing.join(', ')} cannot be found`);
  for (const { student_mail } of rows) assertNotOwnMail(student_mail, user);
  if (rows.some(({ erased_at }) => erased_at !== null))
    throw new ApiError(409, { detail: messages.erasedStudent });
  const archived = rows.filter(({ archived_at }) => archived_at !== null);
  if (archived.length)
    throw validationError(
      'ids',
      `${archived.map(({ student_id }) => student_id).join(', ')} are archived`,
    );

  const without = rows.filter(({ number }) => number === null).map(({ id }) => id);
  await setCardChange(trx, { by: user.id, at: now });
  const given = await giveNumbers(trx, without);
  const forPrint = await madeForPrint(trx, ids);
  return [...new Set(ids)].flatMap((id) => {
    const row = found.get(id);
    if (!row) return [];
    const made = given.get(id);
    return {
      id,
      student_id: row.student_id,
      first_name: row.first_name,
      last_name: row.last_name,
      profile_image: row.profile_image,
      number: made ?? row.number ?? '',
      for_print: forPrint.has(id),
      is_new: made !== undefined,
    };
  });
}

/** Students whose present number was made; after the lock, when another call may have made one. */
async function madeForPrint(trx: Database, students: number[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('student_card')
    .select('student_id')
    .where('student_id', '=', anyOf.ids(students))
    .where('ended_at', 'is', null)
    .where('for_print', '=', true)
    .execute();
  return new Set(rows.map(({ student_id }) => student_id));
}

/** @returns the new number of each student. */
async function giveNumbers(trx: Database, students: number[]): Promise<Map<number, string>> {
  if (students.length === 0) return new Map();
  const numbers = await freeNumbers(trx, students.length);
  await sql`
    update student s set rfid_number = given.number
    from unnest(${students}::bigint[], ${numbers}::text[]) as given(id, number)
    where s.id = given.id`.execute(trx);
  await trx
    .updateTable('student_card')
    .set({ for_print: true })
    .where('student_id', '=', anyOf.ids(students))
    .where('ended_at', 'is', null)
    .execute();
  return new Map(students.map((id, at) => [id, numbers[at] ?? '']));
}

/** Random numbers that no person has or had as a card; no ID is as long. */
async function freeNumbers(trx: Database, count: number): Promise<string[]> {
  const free = new Set<string>();
  while (free.size < count) {
    const made = Array.from({ length: count - free.size }, randomCardNumber);
    const { rows } = await sql<{ number: string }>`
      select number from unnest(${made}::text[]) as made(number)
      where not exists (select from student s where s.rfid_number = number)
        and not exists (select from teacher t where t.card_number = number)
        and not exists (select from student_card c where c.number = made.number)`.execute(trx);
    for (const { number } of rows) free.add(number);
  }
  return [...free];
}

/**
 * 14 digits, of which some 2^43 are left that are stored as they are by every setting of card numbers: a
 * printed card outlives a change of them, and Code 128 writes two digits as one.
 */
export function randomCardNumber(): string {
  for (;;) {
    const digits = `${randomInt(1, 10)}${String(randomInt(0, 1e13)).padStart(13, '0')}`;
    if (allCardTerms.every((terms) => storedCard(digits, terms) === digits)) return digits;
  }
}
