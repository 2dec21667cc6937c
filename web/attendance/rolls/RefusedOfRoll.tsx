import type { RollRow } from '#contract/marks.ts';
import type { ClassOnDate } from '#web/school/roll.ts';
import { RefusedMarks } from './RefusedMarks.tsx';
import { usePendingOfRoll } from './usePendingOfRoll.ts';

const noRows: RollRow[] = [];

/** Marks that were refused, where the class does not take place any more or its roll can only be read. */
export function RefusedOfRoll({ of, roll = noRows }: { of: ClassOnDate; roll?: RollRow[] }) {
  const { refused } = usePendingOfRoll(of, roll);
  return <RefusedMarks marks={refused} roll={roll} />;
}
