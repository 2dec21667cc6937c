import { sql } from 'kysely';
import type { CardTerms } from '#contract/card-number.ts';
import type { RewrittenCards } from '#contract/admin/card-settings.ts';
import type { Permission } from '#contract/permissions.ts';
import { messages } from '#contract/texts.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { setCardChange } from './change.ts';
import { respellingOf, type Respelled, type Respelling } from './respelling.ts';

/** Who may rewrite stored numbers: users who may change the settings, and each of the numbers by hand. */
export const respellingRights: Permission[] = [
  ['Settings', 'edit'],
  ['Students', 'edit'],
  ['Teachers', 'edit'],
];

/** Fifty thousand numbers take some ten seconds; a busy machine may need a multiple. */
const maxStatementMs = 600_000;

/**
 * Rewrites the stored numbers of cards in the form of the settings, present and former ones, as one recorded
 * operation (R-CARD-2). A second time it changes nothing.
 * @param by the id of the user, null for the server; and an ISO instant.
 * @throws ApiError 409 when somebody gets one of these numbers at the same moment.
 */
export async function respellCards(
  trx: Database,
  terms: CardTerms,
  { user, now }: { user: number | null; now: string },
): Promise<RewrittenCards> {
  const found = await respellingOf(trx, terms);
  const unchanged = found.counts.changed - found.teachers.length - found.students.length;
  if (found.counts.rewritable === 0) return { operation: null, rewritten: 0, unchanged };
  const recorded = { kind: 'edit', about: 'card numbers', user, now } as const;
  try {
    const { result, operation } = await asOperation(
      trx,
      { ...recorded, rights: respellingRights },
      async () => {
        await sql`set local statement_timeout = ${sql.lit(maxStatementMs)}`.execute(trx);
        await setCardChange(trx, { by: user, at: now, respelled: true });
        return write(trx, found);
      },
    );
    await setCardChange(trx, { by: null, at: now });
    return { operation, rewritten: result, unchanged };
  } catch (error) {
    if (errorDetail(error, 'code') !== '23505') throw error;
    throw new ApiError(409, { detail: messages.changedMeanwhile });
  }
}

/** @returns how many numbers were written: of people, and of former cards. */
async function write(
  trx: Database,
  { teachers, students, presentLines, formerLines }: Respelling,
): Promise<number> {
  const idsOf = (rows: Respelled[]) => rows.map(({ id }) => id);
  await lockRows(trx, 'teacher', idsOf(teachers), 'update');
  const ofTeachers = await rewrite(trx, 'teacher', 'card_number', teachers);
  await lockRows(trx, 'student', idsOf(students), 'update');
  await rewrite(trx, 'student_card', 'number', presentLines);
  const former = await rewrite(trx, 'student_card', 'number', formerLines);
  return ofTeachers + former + (await rewrite(trx, 'student', 'rfid_number', students));
}

/** Writes the numbers that are still what they were when they were read. */
async function rewrite(
  trx: Database,
  table: 'teacher' | 'student' | 'student_card',
  column: string,
  rows: Respelled[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} t set ${sql.ref(column)} = given.after
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ from }) => from)}::text[],
      ${rows.map(({ to }) => to)}::text[]) as given(id, before, after)
    where t.id = given.id and ${sql.ref(`t.${column}`)} = given.before`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
