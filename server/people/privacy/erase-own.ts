import { sql } from 'kysely';
import { storedForms } from '#contract/card-number.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';

/**
 * Deletes what a student entered and left behind themselves and what names them in other ways than their own
 * rows: leave requests with their documents, taps at devices, accounts. Marks name their account as the
 * author: it stays without a name, and can sign in no more.
 * @returns the keys of the documents of requests, and the addresses that signed in as the student, also
 * former ones.
 */
export async function eraseOwn(
  trx: Database,
  student: number,
  { cards, studentId }: { cards: string[]; studentId: string },
): Promise<{ documents: string[]; addresses: string[] }> {
  const requests = await trx
    .deleteFrom('leave_request')
    .where('student_id', '=', student)
    .returning('supporting_document')
    .execute();
  const sent = await trx
    .selectFrom('device_tap')
    .select('card')
    .distinct()
    .where('card', 'is not', null)
    .where('student_id', 'is', null)
    .execute();
  const own = new Set(cards);
  const sentCards = sent
    .flatMap(({ card }) => card ?? [])
    .filter((card) => storedForms(card).some((form) => own.has(form)) || hasNumber(card, cards));
  // The number of each tap stays: sent again, it counts once. Also from before it was this student's card, in
  // the form of any reader, and IDs that an attendant typed and that wait to be accepted.
  await trx
    .updateTable('device_tap')
    .set({ card: null, student_id: null, facts: null })
    .where((tap) =>
      tap.or([
        tap('student_id', '=', student),
        tap('card', '=', anyOf.texts(sentCards)),
        tap.and([tap('typed', '=', true), tap(sql`lower(card)`, '=', sql`lower(${studentId})`)]),
      ]),
    )
    .execute();
  const accounts = trx.selectFrom('app_user').select('id').where('own_student_id', '=', student);
  // An upload that is under way is waited for, and later ones are refused (`assertStillStudent`).
  await accounts.forUpdate().execute();
  // Also what was uploaded for no request.
  await trx
    .updateTable('stored_file')
    .set({ released_at: sql`now()` })
    .where('owner_id', 'is', null)
    .where('released_at', 'is', null)
    .where('uploaded_by', '=', (file) => file.fn.any(accounts))
    .execute();
  for (const table of ['sign_in_binding', 'blocked_sign_in'] as const)
    await trx
      .deleteFrom(table)
      .where('user_id', '=', (row) => row.fn.any(accounts))
      .execute();
  const signedIn = await sql<{ email: string }>`
    update app_user u set email = 'erased-' || u.id, name = 'Erased'
    from app_user before
    where before.id = u.id and u.own_student_id = ${student} returning before.email`.execute(trx);
  return {
    documents: requests.flatMap(({ supporting_document: key }) => (key === null ? [] : [key])),
    addresses: signedIn.rows.map(({ email }) => email.toLowerCase()),
  };
}

/** Shorter numbers may stand in others by chance. */
const minNumber = 6;
/** Whether a text from a reader has a number in it, within a prefix or after the facility. */
const hasNumber = (sent: string, numbers: string[]): boolean =>
  numbers.some((number) => number.length >= minNumber && sent.includes(number));
