import type { BulkOperation } from '#contract/exchange/bulk-operation.ts';
import type { LaterOperations } from '#contract/exchange/undo-with-later.ts';
import type { Outcome } from './useUndo.ts';

interface Known {
  later: LaterOperations | undefined;
  alone: Outcome | undefined;
  all: Outcome | undefined;
}

/**
 * Whether a change is undone with the later ones unless the user chooses otherwise: an import, an undo
 * with the others of its step, and what would stay in part because of the later ones.
 * @returns null while that is not known.
 */
export function preselected(
  { id, kind }: Pick<BulkOperation, 'id' | 'kind'>,
  { later, alone, all }: Known,
): boolean | null {
  if (!later) return null;
  if (later.total === 0 || later.refusal !== null) return false;
  if (kind === 'import') return true;
  if (kind === 'undo') return later.operations.every(({ is_step }) => is_step);
  if (!alone) return null;
  if (alone.refused === 0 && alone.parts.every(({ rows }) => rows.length === 0)) return false;
  if (!all) return null;
  const own = all.parts.find((part) => part.id === id);
  return own !== undefined && own.staying < alone.refused;
}
