import type { RawBuilder } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import type { CurrentUser } from '../http/guard.ts';
import type { Reference, References } from './dependants.ts';
import type { UniqueKeys } from './unique.ts';

export type Body = Record<string, unknown>;

/** An action on several rows. */
export interface RowsStep {
  what: 'remove' | 'archive' | 'restore';
  ids: number[];
  /** The body of the call, besides the ids. */
  given: Body;
  user: CurrentUser;
}

/** Writes the rows of a table. */
export interface ResourceWriter {
  table: keyof Tables;
  /** Runs at the beginning of every transaction that writes. */
  prepare?: (trx: Database) => Promise<void>;
  /** Converts a body to columns, if they differ. `current` is the row before the change. */
  toColumns?: (
    body: Body,
    at: { trx: Database; user: CurrentUser; current?: Body },
  ) => Promise<Body> | Body;
  /** Referenced tables by column. */
  references?: References;
  unique?: UniqueKeys;
  /** Further columns of these keys: a change of one locks the row as a change of the fields does. */
  alsoUnique?: string[];
  /**
   * Throws when the caller must not change, archive or delete this row; runs after the permission
   * check.
   */
  assertCanChange?: (row: Body, user: CurrentUser) => void;
  /** Throws when these rows must not be archived. */
  assertCanArchive?: (trx: Database, ids: number[]) => Promise<void>;
  /** Throws when these archived rows must not be restored. */
  assertCanRestore?: (trx: Database, rows: Body[], user: CurrentUser) => Promise<void>;
  /**
   * Throws when an undo must not give rows these values: what `toColumns` refuses in a body, of a row that
   * comes back (`current` null) or changes.
   */
  assertCanBecome?: (
    trx: Database,
    rows: { current: Body | null; next: Body }[],
    user: CurrentUser,
  ) => Promise<void>;
  /** References that prevent deletion. */
  referencedBy: Reference[];
  /** Runs in the transaction that archives rows. @returns what else the answer says. */
  afterArchive?: (trx: Database, ids: number[]) => Promise<object>;
  /** Runs in the transaction that restores rows, with the rest of the call's body. */
  afterRestore?: (trx: Database, ids: number[], given: Body) => Promise<object>;
  /** Saves dependent rows in the same transaction. */
  afterSave?: (trx: Database, id: number, body: Body) => Promise<void>;
  /**
   * Rows that refer to a row wait while it is changed, whatever changes; without it only while a unique field
   * does. Checks of imports refer to rows for minutes.
   */
  holdsReferences?: true;
  /** Dependent rows of row `x`, as text without the hidden columns: a change gives another version. */
  alsoOf?: (hidden: string[]) => RawBuilder<string | null>;
  /** Columns that a user does not see, and whose changes are not shown to them. */
  hiddenFrom?: (user: CurrentUser) => string[];
  /** Locks what comes before rows in the order of locks (decision 0044), before the rows are locked. */
  lockBefore?: (trx: Database, ids: number[], body: Body) => Promise<void>;
  /** Runs around the change of a row, which is locked, in its transaction. */
  aroundChange?: (
    trx: Database,
    row: { id: number; body: Body; user: CurrentUser },
    change: () => Promise<void>,
  ) => Promise<void>;
  /** Runs around removing, archiving or restoring rows, which are locked, in its transaction. */
  aroundRows?: (trx: Database, step: RowsStep, change: () => Promise<void>) => Promise<void>;
  /** Runs after the commit of `trx`; its errors are ignored. */
  afterCommit?: (trx: Database) => Promise<unknown>;
}
