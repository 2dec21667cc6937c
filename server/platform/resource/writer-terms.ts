import type { RawBuilder } from 'kysely';
import type { Action, PermissionSubject } from '#contract/permissions.ts';
import type { Database } from '../database/pool.ts';
import type { Tables } from '../database/tables.ts';
import type { CurrentUser } from '../http/guard.ts';
import type { Reference, References } from './dependants.ts';
import type { UniqueKeys } from './unique.ts';

export type Body = Record<string, unknown>;

/** What a call does to which rows; its hooks get the same one. */
export interface Step {
  what: 'create' | 'change' | 'remove' | 'archive' | 'restore';
  /** None when a row is created. */
  ids: number[];
  /** The body of the call, besides the ids. */
  given: Body;
  user: CurrentUser;
  /** Run after the commit, in order; their errors are ignored. Hooks add to it. */
  afterCommit: (() => unknown)[];
}

/** Writes the rows of a table. */
export interface ResourceWriter {
  table: keyof Tables;
  /**
   * Runs at the beginning of the transaction: sets what the writing depends on, and locks what comes before rows
   * in the order of locks (decision 0044).
   */
  begin?: (trx: Database, step: Step) => Promise<void>;
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
  /** Runs in the transaction that archives or restores rows. @returns what else the answer says. */
  afterRows?: (trx: Database, step: Step) => Promise<object>;
  /** Saves dependent rows in the same transaction; without a step in a preview. */
  afterSave?: (trx: Database, id: number, body: Body, step?: Step) => Promise<void>;
  /**
   * Rows that refer to a row wait while it is changed, whatever changes; without it only while a unique field
   * does. Checks of imports refer to rows for minutes.
   */
  holdsReferences?: true;
  /** Dependent rows of row `x`, as text without the hidden columns: a change gives another version. */
  alsoOf?: (hidden: string[]) => RawBuilder<string | null>;
  /** Columns that users without a permission do not see, and whose changes are not shown to them. */
  hidden?: { columns: string[]; unless: [PermissionSubject, Action] };
  /** Runs around changing, removing, archiving or restoring rows, which are locked, in its transaction. */
  around?: (trx: Database, step: Step, change: () => Promise<void>) => Promise<void>;
}
