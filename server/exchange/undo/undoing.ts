import type { BulkOperation } from '#contract/exchange/bulk-operation.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';
import type { Refusals } from './apply.ts';

/** An operation that is undone. */
export interface Undone extends Pick<
  BulkOperation,
  'id' | 'kind' | 'about' | 'brings_back' | 'done_by'
> {
  /** ISO instant. */
  done_at: string;
  recorded_at: string;
  rights: Permission[];
  undoes: number | null;
}

export interface Undoing {
  user: CurrentUser;
  clock: Clock;
  /** How each table is written by hand: its keys in words, and what must not be archived or restored. */
  writers: ReadonlyMap<string, ResourceWriter>;
  /** How clashes are settled with classes that are held again (R-CLASH-7). */
  mode: 'ask' | 'refuse';
  confirm: boolean | undefined;
  refusals: Refusals;
}
