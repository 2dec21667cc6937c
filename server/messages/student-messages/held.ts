import { sql, type RawBuilder } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { RecipientDay } from './read-days.ts';
import { isQuiet, type MessageTerms, type Wanted } from './decide.ts';

const columnsOf = (rows: Wanted[]) => sql`
  ${rows.map(({ kind }) => kind)}::text[],
  ${rows.map(({ due_at }) => new Date(due_at).toISOString())}::timestamptz[]`;

type Recipient = Pick<RecipientDay, 'student' | 'guardian'>;

/** Writes the classes that messages name, in the place of those that they named before. */
export async function nameClasses(
  trx: Database,
  messages: { id: number; classes: number[] }[],
): Promise<void> {
  const pairs = messages.flatMap(({ id, classes }) => classes.map((one) => ({ id, one })));
  await trx
    .deleteFrom('student_message_class')
    .where('message_id', '=', anyOf.ids(messages.map(({ id }) => id)))
    .execute();
  await sql`
    insert into student_message_class (message_id, class_schedule_id)
    select * from unnest(${pairs.map(({ id }) => id)}::bigint[],
      ${pairs.map(({ one }) => one)}::bigint[])`.execute(trx);
}

/** Holds messages until they are due. */
export async function addHeld(
  trx: Database,
  added: (Wanted & Recipient)[],
  { today, now }: { today: string; now: string },
): Promise<void> {
  if (added.length === 0) return;
  const { rows } = await sql<Recipient & { id: number; kind: string }>`
    insert into student_message (student_id, guardian_id, day, kind, recipient, state, due_at,
      created_at)
    select student, guardian, ${today}::date, kind,
      case when guardian is null then 'student' else 'guardian' end, 'held', due_at,
      ${now}::timestamptz
    from unnest(${added.map(({ student }) => student)}::bigint[],
      ${added.map(({ guardian }) => guardian)}::bigint[], ${columnsOf(added)})
      as x(student, guardian, kind, due_at)
    returning id, student_id as student, guardian_id as guardian, kind`.execute(trx);
  const keyOf = ({ student, guardian, kind }: Recipient & { kind: string }) =>
    `${student} ${guardian} ${kind}`;
  const classesOf = new Map(added.map((one) => [keyOf(one), one.classes]));
  await nameClasses(
    trx,
    rows.map((row) => ({ id: row.id, classes: classesOf.get(keyOf(row)) ?? [] })),
  );
}

/** Held messages that name other classes or are due at another moment. */
export async function changeHeld(
  trx: Database,
  changed: (Wanted & { id: number })[],
): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update student_message m set due_at = x.due_at
    from unnest(${changed.map(({ id }) => id)}::bigint[], ${columnsOf(changed)}) as x(id, kind, due_at)
    where m.id = x.id and m.state = 'held'`.execute(trx);
  await nameClasses(trx, changed);
}

/** Cancels held messages. */
export async function cancelHeld(
  trx: Database,
  now: string,
  { where, reason }: { where: RawBuilder<unknown>; reason: RawBuilder<unknown> },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update student_message m set state = 'cancelled', ended_at = ${now}::timestamptz,
      reason = ${reason}
    where m.state = 'held' and ${where}`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Messages of a day that is over are sent no more (R-MSG-2), but for those that somebody sends again. */
export async function dropOld(
  trx: Database,
  { today, now, terms }: { today: string; now: string; terms: MessageTerms },
): Promise<void> {
  const reason = isQuiet('23:59', terms)
    ? 'It was quiet until the end of the day.'
    : 'The day was over.';
  await trx
    .updateTable('student_message')
    .set({ state: 'dropped', ended_at: now, reason })
    .where('state', '=', 'held')
    .where('day', '<', today)
    .where('is_resent', '=', false)
    .where('kind', '<>', 'alert')
    .execute();
}
