import { NativeSelect } from '@mantine/core';
import { zeroAnswers, type ZeroAnswer } from '#contract/file-values.ts';
import { keysOf } from '#contract/keys-of.ts';
import { countOf } from '../format.ts';

interface LostZerosProps {
  /** Rows that wait for the answer. */
  rows: number;
  answer: ZeroAnswer | null;
  /** Checks the file again with the answer. */
  check: (answer: ZeroAnswer | null) => void;
}

/** Asks whose IDs are that differ from another one by zeros in front alone (R-STUDENT-5). */
export function LostZeros({ rows, answer, check }: LostZerosProps) {
  if (rows === 0 && answer === null) return null;
  return (
    <NativeSelect
      label={questionOf(rows)}
      description="Spreadsheets take zeros off. The file is checked again with the answer."
      w="fit-content"
      value={answer ?? ''}
      data={[
        { value: '', label: 'Not known: leave the rows out' },
        ...keysOf<ZeroAnswer>(zeroAnswers).map((value) => ({ value, label: zeroAnswers[value] })),
      ]}
      onChange={({ currentTarget: { value: chosen } }) =>
        check(keysOf<ZeroAnswer>(zeroAnswers).find((known) => known === chosen) ?? null)
      }
    />
  );
}

function questionOf(rows: number): string {
  if (rows === 0) return 'IDs without zeros in front are of';
  if (rows === 1) return '1 ID is that of another student but for zeros in front. Whose is it?';
  return `${countOf(rows)} IDs are those of other students but for zeros in front. Whose are they?`;
}
