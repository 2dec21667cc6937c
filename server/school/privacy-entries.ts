import type { Tables } from '#server/platform/database/tables.ts';

/**
 * What an erasure does to a student's value: with its row, to null, to a neutral value, or within a
 * text; `proposed`: within a text, once somebody who may edit the row has confirmed it (R-ERASE-1).
 */
type ErasedHow = 'deleted' | 'nulled' | 'replaced' | 'redacted' | 'proposed';

/** Whose personal data a column holds, and what an erasure of a student does to it. */
export type ColumnEntry =
  | { of: 'none' }
  | { of: 'staff'; reason: string }
  | { of: 'student'; erasure: ErasedHow }
  | { of: 'student'; erasure: 'retained'; reason: string };

export interface TableEntry<Table extends keyof Tables> {
  purpose: string;
  /** How long rows are stored. */
  retention: string;
  columns: Record<keyof Tables[Table], ColumnEntry>;
}

/** How long rows of the institute itself are stored. */
export const masterDataRetention = 'until it is deleted or archived';

export const none: ColumnEntry = { of: 'none' };
/** @param reason why it is stored; an erasure of a student does not touch it. */
export const staff = (reason: string): ColumnEntry => ({ of: 'staff', reason });
export const student = (erasure: ErasedHow): ColumnEntry => ({ of: 'student', erasure });
/** @param reason why an erasure retains the value. */
export const retained = (reason: string): ColumnEntry => ({
  of: 'student',
  erasure: 'retained',
  reason,
});

/** A key form of a name (R-KEY-2), which a trigger writes again when the name is redacted. */
export const followsName = retained('follows the name, which is redacted once that is confirmed');

/** The same entry for several columns. */
export const all = <Name extends string>(
  names: Name[],
  entry: ColumnEntry,
): Record<Name, ColumnEntry> => {
  const entries = {} as Record<Name, ColumnEntry>;
  for (const name of names) entries[name] = entry;
  return entries;
};
