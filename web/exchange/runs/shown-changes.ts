import {
  importOutcomes,
  isListed,
  type ImportOutcome,
  type ListedRecord,
} from '#contract/exchange/import-change.ts';

/** The changes that a number of the report counts. */
export interface ShownChanges {
  record: ListedRecord;
  outcome: ImportOutcome;
}

export const outcomeTexts: Record<ImportOutcome, string> = {
  created: 'added',
  updated: 'changed',
  archived: 'cancelled',
};

/** The parameter of the address: `class_schedule.updated`. */
export const addressOf = ({ record, outcome }: ShownChanges): string => `${record}.${outcome}`;

/** The changes that an address names; null for all. */
export function shownBy(address: string | undefined): ShownChanges | null {
  const [record = '', name] = address?.split('.') ?? [];
  const outcome = importOutcomes.find((known) => known === name);
  return isListed(record) && outcome ? { record, outcome } : null;
}
