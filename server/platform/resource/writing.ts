import { sql } from 'kysely';
import type { Section } from '../../../contract/section.ts';
import { messages } from '../../../contract/messages.ts';
import { inTransaction } from '../database/faults.ts';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import { ApiError, notFound, wrongField } from '../http/api-error.ts';
import type { Who } from '../http/guard.ts';
import { checkReferences, dependantsOf, type Used } from './dependants.ts';

export type Body = Record<string, unknown>;

/** How the rows of a table are written. */
export interface Writing {
  table: keyof Tables;
  /** Columns of a body, where they are not its fields. `current` is the row that is changed. */
  columns?: (body: Body, at: { trx: Database; who: Who; current?: Body }) => Promise<Body> | Body;
  /** What the columns point to. */
  references?: Record<string, keyof Tables>;
  /** Unique keys by constraint, with the field that is told and what it is told. */
  unique?: Record<string, [field: string, message?: string]>;
  /** Throws when the caller may not change, archive or delete this row; the map of rights has been asked before. */
  mayChange?: (row: Body, who: Who) => void;
  /** Throws when archived rows may not come back; sees those that are archived. */
  mayRestore?: (trx: Database, rows: Body[], who: Who) => Promise<void>;
  /** What keeps a row from being deleted. */
  usedBy: Used[];
  /** What archiving ends, in the same transaction. */
  afterArchive?: (trx: Database, ids: number[]) => Promise<void>;
  /** Rows of other tables that belong to it. */
  after?: (trx: Database, id: number, body: Body) => Promise<void>;
  /** What follows a change that is saved; the change stands whatever becomes of it. */
  afterCommit?: () => Promise<unknown>;
}

/** @returns the new row's id. @throws ApiError 400 with the fields' messages. */
export async function createRow(database: Database, section: Section, writing: Writing, body: Body, who: Who): Promise<number> {
  refuseFaults(section.rule?.(body));
  return writingTo(writing, database, async (trx) => {
    const values = (await writing.columns?.(body, { trx, who })) ?? body;
    await checkReferences(trx, writing.references ?? {}, values);
    const names = Object.keys(values).filter((name) => values[name] !== undefined);
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(writing.table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map((name) => sql`${values[name]}`))}) returning id`.execute(trx);
    const { id } = rows[0]!;
    await writing.after?.(trx, id, body);
    return id;
  });
}

/** Changes the fields that are given; the rule sees the whole entity. */
export async function changeRow(database: Database, section: Section, writing: Writing, id: number, body: Body, who: Who): Promise<void> {
  await writingTo(writing, database, async (trx) => {
    const { rows } = await sql<Body>`select * from ${sql.table(writing.table)} where id = ${id} for update`.execute(trx);
    const current = rows[0];
    if (!current) throw notFound(`This ${section.one}`);
    writing.mayChange?.(current, who);
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    refuseFaults(section.rule?.({ ...current, ...given }));
    const values = (await writing.columns?.(given, { trx, who, current })) ?? given;
    const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== undefined && value !== current[name]));
    await checkReferences(trx, writing.references ?? {}, changed);
    const names = Object.keys(changed);
    if (names.length) {
      const sets = names.map((name) => sql`${sql.ref(name)} = ${changed[name]}`);
      await sql`update ${sql.table(writing.table)} set ${sql.join(sets)} where id = ${id}`.execute(trx);
    }
    await writing.after?.(trx, id, given);
  });
}

/** Deletes all of them or, when one is still needed or unknown, none. */
export async function deleteRows(database: Database, section: Section, writing: Writing, ids: number[], who: Who): Promise<void> {
  await writingTo(writing, database, async (trx) => {
    await refuseOthers(trx, writing, ids, who);
    const needed = await dependantsOf(trx, writing.usedBy, ids);
    if (needed.size) throw stillNeeded(section, needed, ids.length);
    const { rows } = await sql<{ id: number }>`
      delete from ${sql.table(writing.table)} where id = any(${ids}::bigint[]) returning id`.execute(trx);
    const gone = new Set(rows.map(({ id }) => id));
    const missing = ids.filter((id) => !gone.has(id));
    if (missing.length) throw ids.length === 1 ? notFound(`This ${section.one}`) : wrongField('ids', `${missing.join(', ')} cannot be found`);
  });
}

/** Puts rows away or brings them back; those that already are so stay so. */
export async function archiveRows(database: Database, writing: Writing, ids: number[], restore: boolean, who: Who): Promise<void> {
  await writingTo(writing, database, async (trx) => {
    await refuseOthers(trx, writing, ids, who);
    if (restore && writing.mayRestore) {
      const archived = await sql<Body>`
        select * from ${sql.table(writing.table)} where id = any(${ids}::bigint[]) and archived_at is not null order by id for update`.execute(trx);
      await writing.mayRestore(trx, archived.rows, who);
    }
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(writing.table)} set archived_at = ${restore ? sql`null` : sql`coalesce(archived_at, now())`}
      where id = any(${ids}::bigint[]) returning id`.execute(trx);
    const found = new Set(rows.map(({ id }) => id));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length) throw wrongField('ids', `${missing.join(', ')} cannot be found`);
    if (!restore) await writing.afterArchive?.(trx, ids);
  });
}

async function refuseOthers(trx: Database, { table, mayChange }: Writing, ids: number[], who: Who): Promise<void> {
  if (!mayChange) return;
  const { rows } = await sql<Body>`select * from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(trx);
  for (const row of rows) mayChange(row, who);
}

function stillNeeded(section: Section, needed: Map<number, string>, asked: number): ApiError {
  const fail = [...needed].map(([id, what]) => ({ id, status: `is still used by ${what}` }));
  const detail =
    asked === 1
      ? `This ${section.one} is still used by ${fail[0]!.status.slice('is still used by '.length)}. Archive it instead.`
      : `${needed.size} of ${asked} are still used. Archive them instead.`;
  return new ApiError(409, { detail, ...(asked > 1 && { fail }) });
}

function refuseFaults(faults: Record<string, string> = {}): void {
  const entries = Object.entries(faults);
  if (entries.length) throw new ApiError(400, Object.fromEntries(entries.map(([field, message]) => [field, [message]])));
}

/** One transaction; what the database's keys refuse is said in the words of the field. */
async function writingTo<T>(writing: Writing, database: Database, work: (trx: Database) => Promise<T>): Promise<T> {
  try {
    const done = await inTransaction(database, work);
    await writing.afterCommit?.().catch(() => {});
    return done;
  } catch (error) {
    const { code, constraint = '' } = error as { code?: string; constraint?: string };
    if (code === '23505') {
      const [field, message = messages.alreadyExists] = writing.unique?.[constraint] ?? ['detail'];
      throw field === 'detail' ? new ApiError(409, { detail: 'This already exists.' }) : wrongField(field, message);
    }
    if (code === '23503') throw new ApiError(409, { detail: 'Something that this depends on, or that depends on it, was just changed. Try again.' });
    throw error;
  }
}
