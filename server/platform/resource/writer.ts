import { sql } from 'kysely';
import { plural } from '#contract/resource-endpoints.ts';
import type { Resource } from '#contract/resource.ts';
import { messages } from '#contract/texts.ts';
import { lockOf } from '../database/locks.ts';
import { inFormTransaction } from '../database/transactions.ts';
import type { Database } from '../database/pool.ts';
import { ApiError, namesFields, notFound, validationError } from '../http/api-error.ts';
import type { CurrentUser } from '../http/guard.ts';
import { asOperation, type OperationOptions } from './bulk-operation.ts';
import { checkReferences, dependantsOf, referencesSent, wrongReferences } from './dependants.ts';
import { lockAll, lockRow, strengthOf } from './row-locks.ts';
import { takenFields, type Attempt } from './unique.ts';
import { oneRow } from '../database/one-row.ts';
import { errorDetail } from '../error-details.ts';
import type { Body, ResourceWriter, Step } from './writer-terms.ts';

/** @returns the new row's id. @throws ApiError 400 with the fields' messages. */
export async function createRow(
  database: Database,
  resource: Resource,
  writer: ResourceWriter,
  body: Body,
  user: CurrentUser,
): Promise<number> {
  assertNoErrors(resource.rule?.(body));
  const start = () => stepOf('create', { ids: [], given: body, user });
  return inWriteTransaction(writer, database, start, (trx, step, attempt) =>
    createWithin(trx, resource, writer, body, user, { step, attempt }),
  );
}

/** The same within the caller's transaction. */
export async function createWithin(
  trx: Database,
  resource: Resource,
  writer: ResourceWriter,
  body: Body,
  user: CurrentUser,
  { step, attempt }: { step?: Step; attempt?: (attempt: Attempt) => void } = {},
): Promise<number> {
  assertNoErrors(resource.rule?.(body));
  const values = await columnsOf(writer, body, { trx, user });
  attempt?.({ id: null, values });
  await checkReferences(trx, writer.references ?? {}, values);
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  const inserted = await sql<{ id: number }>`
    insert into ${sql.table(writer.table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values (${sql.join(names.map((name) => sql`${values[name]}`))}) returning id`.execute(trx);
  const { id } = oneRow(inserted);
  await writer.afterSave?.(trx, id, body, step);
  return id;
}

/**
 * Changes the given fields; the rule validates the whole entity.
 * @param assertUnchanged throws when the row is not the version that the caller has seen.
 */
export async function changeRow(
  database: Database,
  resource: Resource,
  writer: ResourceWriter,
  id: number,
  body: Body,
  user: CurrentUser,
  assertUnchanged?: (trx: Database) => Promise<void>,
): Promise<void> {
  const start = () => stepOf('change', { ids: [id], given: body, user });
  await inWriteTransaction(writer, database, start, async (trx, step, attempt) => {
    await lockRow(trx, writer, id, body);
    const change = async () => {
      await assertUnchanged?.(trx);
      await changeWithin(trx, resource, writer, id, body, user, { step, attempt });
    };
    await (writer.around?.(trx, step, change) ?? change());
  });
}

/** The same within the caller's transaction, which a preview rolls back. */
export async function changeWithin(
  trx: Database,
  resource: Resource,
  writer: ResourceWriter,
  id: number,
  body: Body,
  user: CurrentUser,
  { step, attempt }: { step?: Step; attempt?: (attempt: Attempt) => void } = {},
): Promise<void> {
  const current = await lockRow(trx, writer, id, body);
  if (!current) throw notFound(`This ${resource.singular}`);
  writer.assertCanChange?.(current, user);
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  assertNoErrors(resource.rule?.({ ...current, ...given }));
  const values = await columnsOf(writer, given, { trx, user, current });
  const changed = Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== undefined && value !== current[name],
    ),
  );
  attempt?.({ id, values: changed });
  await checkReferences(trx, writer.references ?? {}, changed);
  const names = Object.keys(changed);
  if (names.length) {
    const sets = names.map((name) => sql`${sql.ref(name)} = ${changed[name]}`);
    await sql`update ${sql.table(writer.table)} set ${sql.join(sets)} where id = ${id}`.execute(
      trx,
    );
  }
  await writer.afterSave?.(trx, id, given, step);
}

/** The columns of a body. When it is refused, the answer names its wrong references, too. */
async function columnsOf(
  { references = {}, toColumns }: ResourceWriter,
  body: Body,
  at: { trx: Database; user: CurrentUser; current?: Body },
): Promise<Body> {
  try {
    return (await toColumns?.(body, at)) ?? body;
  } catch (error) {
    if (!namesFields(error)) throw error;
    const sent = Object.entries(referencesSent(references, body));
    const changed = sent.filter(([column, value]) => value !== at.current?.[column]);
    const wrong = await wrongReferences(at.trx, references, Object.fromEntries(changed));
    throw new ApiError(400, { ...wrong, ...error.body });
  }
}

/** Deletes all rows; none when one is referenced or unknown. */
export async function deleteRows(
  database: Database,
  resource: Resource,
  writer: ResourceWriter,
  { ids, user, given = {} }: RowsCall,
): Promise<void> {
  const start = () => stepOf('remove', { ids, given, user });
  await inRowsTransaction(writer, database, start, null, async (trx, _step, found) => {
    const needed = await dependantsOf(trx, writer.referencedBy, ids);
    const missing = ids.filter((id) => !found.has(id));
    if (needed.size) throw inUseError(resource, needed, missing, ids.length);
    if (missing.length)
      throw ids.length === 1
        ? notFound(`This ${resource.singular}`)
        : validationError('ids', cannotBeFound(missing));
    await sql`delete from ${sql.table(writer.table)} where id = any(${ids}::bigint[])`.execute(trx);
  });
}

/**
 * Archives or restores rows; idempotent.
 * @returns the recorded operation, which can be undone (null when nothing changed), and what else the
 * answer says.
 */
export async function archiveRows(
  database: Database,
  resource: Resource,
  writer: ResourceWriter,
  what: 'archive' | 'restore',
  { ids, user, given = {}, now }: RowsCall & { now: string },
): Promise<object & { operation: number | null }> {
  const restore = what === 'restore';
  if (given.reopen_enrolments !== undefined && !(restore && writer.afterRows))
    throw validationError('reopen_enrolments', 'is for students who are restored');
  let also = {};
  const options: OperationOptions = {
    kind: what,
    about: plural(resource.singular),
    user: user.id,
    now,
    rights: [[resource.permission, 'delete']],
  };
  const start = () => stepOf(what, { ids, given, user });
  const operation = await inRowsTransaction(writer, database, start, options, async (trx, step) => {
    if (restore && writer.assertCanRestore) {
      const archived = await sql<Body>`
        select * from ${sql.table(writer.table)}
        where id = any(${ids}::bigint[]) and archived_at is not null order by id`.execute(trx);
      await writer.assertCanRestore(trx, archived.rows, user);
    }
    if (!restore) await writer.assertCanArchive?.(trx, ids);
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(writer.table)}
      set archived_at = ${restore ? sql`null` : sql`coalesce(archived_at, now())`}
      where id = any(${ids}::bigint[]) returning id`.execute(trx);
    const found = new Set(rows.map(({ id }) => id));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length) throw validationError('ids', cannotBeFound(missing));
    also = (await writer.afterRows?.(trx, step)) ?? {};
  });
  return { ...also, operation };
}

type RowsCall = Pick<Step, 'ids' | 'user'> & Partial<Pick<Step, 'given'>>;

const stepOf = (what: Step['what'], call: Pick<Step, 'ids' | 'given' | 'user'>): Step => ({
  what,
  ...call,
  afterCommit: [],
});

async function inRowsTransaction(
  writer: ResourceWriter,
  database: Database,
  start: () => Step,
  /** Deleting is final, and no operation. */
  recorded: OperationOptions | null,
  work: (trx: Database, step: Step, found: Set<number>) => Promise<void>,
): Promise<number | null> {
  return inWriteTransaction(writer, database, start, async (trx, step) => {
    const found = await lockAll(trx, writer, {
      ids: step.ids,
      user: step.user,
      lock: lockOf(strengthOf(writer, step)),
    });
    const change = () => work(trx, step, found);
    const run = () => writer.around?.(trx, step, change) ?? change();
    if (recorded) return (await asOperation(trx, recorded, run)).operation;
    await run();
    return null;
  });
}

const cannotBeFound = (ids: number[]): string => `${ids.join(', ')} cannot be found`;

/** Names every row that keeps the others from being deleted: those in use, and those that do not exist. */
function inUseError(
  resource: Resource,
  needed: Map<number, string>,
  missing: number[],
  requested: number,
): ApiError {
  if (requested === 1)
    return new ApiError(409, {
      detail: `This ${resource.singular} is still used by ${[...needed.values()].join(', ')}. Archive it instead.`,
    });
  const used = `${needed.size} of ${requested} are still used. Archive them instead.`;
  return new ApiError(409, {
    detail: missing.length ? `${used} ${cannotBeFound(missing)}.` : used,
    fail: [
      ...[...needed].map(([id, what]) => ({ id, status: `is still used by ${what}` })),
      ...missing.map((id) => ({ id, status: 'cannot be found' })),
    ],
  });
}

function assertNoErrors(errors: Record<string, string> = {}): void {
  const entries = Object.entries(errors);
  if (entries.length)
    throw new ApiError(
      400,
      Object.fromEntries(entries.map(([field, message]) => [field, [message]])),
    );
}

/** Runs the work in a transaction; violations of unique keys become errors of their fields. */
async function inWriteTransaction<T>(
  writer: ResourceWriter,
  database: Database,
  /** A step for each attempt of the transaction. */
  start: () => Step,
  work: (trx: Database, step: Step, attempt: (attempt: Attempt) => void) => Promise<T>,
): Promise<T> {
  let attempt: Attempt | undefined;
  try {
    const { done, step } = await inFormTransaction(database, async (trx) => {
      const step = start();
      await writer.begin?.(trx, step);
      return { done: await work(trx, step, (values) => (attempt = values)), step };
    });
    for (const run of step.afterCommit) await Promise.try(run).catch(() => {});
    return done;
  } catch (error) {
    const code = errorDetail(error, 'code');
    if (code === '23505') {
      const key = writer.unique?.[errorDetail(error, 'constraint') ?? ''];
      if (!writer.unique || !key) throw new ApiError(409, { detail: 'This already exists.' });
      const taken = attempt
        ? await takenFields(database, writer.table, writer.unique, attempt)
        : {};
      // The conflicting row may have been deleted meanwhile.
      throw Object.keys(taken).length
        ? new ApiError(400, taken)
        : validationError(key[0], key[1] ?? messages.alreadyExists);
    }
    throw error;
  }
}
