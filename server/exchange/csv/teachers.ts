import { sql } from 'kysely';
import { haveForm, storedCard } from '#contract/card-number.ts';
import { keyForm } from '#contract/identifier.ts';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { lockAddresses, studentsAmong } from '#server/school/one-role-addresses.ts';
import type { ReadFile } from './read.ts';
import type { RowResolver } from './references.ts';
import type { FileReport } from './report.ts';
import type { StepContext } from './step.ts';
import { upsertNaming, withEmptied } from './upsert.ts';

type Line = ReadFile<'teachers'>['rows'][number];

/** Imports teachers by e-mail; a file without card numbers leaves theirs as they are. */
export async function importTeachers(
  database: Database,
  rows: Line[],
  resolver: RowResolver,
  context: StepContext,
): Promise<Omit<FileReport, 'file'>> {
  const unique = await withoutStudents(
    database,
    resolver.unique(rows, 'email', (row) => row.email),
    { ...context, resolver },
  );
  const types = { first_name: 'text', last_name: 'text', email: 'text', phone: 'text' };
  const target = { table: 'teacher', key: ['email'] } as const;
  const write = (given: Line[], columns: Record<string, string>) =>
    upsertNaming(
      database,
      { ...target, key: [...target.key], types: columns },
      given.map(({ row }) => row),
      context.existing,
    );
  if (!context.columns.includes('card_number')) return (await write(unique, types)).counts;

  const accepted = await withFreeCards(database, unique, resolver, context);
  // Two teachers may have swapped cards: all changed cards are removed before the new ones are set.
  const { rows: cleared } = await sql<{ email: string; is_emptied: boolean }>`
    update teacher t set card_number = null
    from jsonb_to_recordset(${JSON.stringify(accepted.map(({ row }) => row))}::jsonb)
      as given(email text, card_number text)
    where t.email = given.email and t.card_number is not null
      and t.card_number is distinct from given.card_number
    returning t.email, given.card_number is null as is_emptied`.execute(database);
  return withEmptied(
    await write(accepted, { ...types, card_number: 'text' }),
    cleared.flatMap(({ email, is_emptied }) => (is_emptied ? [email] : [])),
  );
}

/** Rejects new teachers with the address of a student (R-ME-7). */
async function withoutStudents(
  database: Database,
  rows: Line[],
  {
    resolver,
    ofBothRoles,
    dryRun,
  }: { resolver: RowResolver } & Pick<StepContext, 'ofBothRoles' | 'dryRun'>,
): Promise<Line[]> {
  if (!dryRun) await lockAddresses(database, 'teachers');
  const emails = rows.map(({ row }) => row.email);
  const ofStudents = await studentsAmong(database, emails);
  for (const email of ofBothRoles ?? []) ofStudents.delete(email);
  if (ofStudents.size === 0) return rows;
  const known = await database
    .selectFrom('teacher')
    .select('email')
    .where('email', '=', anyOf.texts([...ofStudents]))
    .execute();
  for (const { email } of known) ofStudents.delete(email);
  return rows.filter(
    ({ line, row }) =>
      !ofStudents.has(row.email) || resolver.reject(line, 'email', messages.addressOfStudent),
  );
}

interface Holder {
  email: string | null;
  key: string;
}

/** Rejects rows whose card is a student's card or ID, or another teacher's (R-DOOR-7). */
async function withFreeCards(
  database: Database,
  rows: Line[],
  resolver: RowResolver,
  { cards }: StepContext,
): Promise<Line[]> {
  const { rows: holders } = await sql<Holder>`
    select email, card_number as key from teacher where card_number is not null
    union all select null, rfid_number from student where rfid_number is not null
    union all select null, lower(student_id) from student`.execute(database);
  const now = new Map(holders.map(({ email, key }) => [email, key]));
  const ofFile = new Set(rows.map(({ row }) => row.email));
  const taken = new Set(
    holders
      .filter(({ email }) => email === null || !ofFile.has(email))
      .flatMap(({ key }) => [keyForm(key), keyForm(storedCard(key, cards))]),
  );
  const stored = rows.map(({ line, row }) => {
    const { card_number: sent, email } = row;
    const stays = sent === null || sent === now.get(email) || !haveForm(cards);
    return { line, row: { ...row, card_number: stays ? sent : storedCard(sent, cards) || null } };
  });
  return resolver
    .unique(stored, 'card_number', ({ card_number }) => card_number, keyForm)
    .filter(({ line, row: { card_number: card, email } }) => {
      if (card === null) return true;
      if (card.length > limits.rfidLength)
        return resolver.reject(line, 'card_number', messages.rfidTooLong);
      return !taken.has(keyForm(card)) || card === now.get(email)
        ? true
        : resolver.reject(
            line,
            'card_number',
            `${card} is the card or ID of a student, or the card of another teacher`,
          );
    });
}
