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
  const whose =
    rows === 0
      ? 'IDs without zeros in front are of'
      : `${countOf(rows)} ${rows === 1 ? 'ID is that' : 'IDs are those'} of another student but for zeros in front. Whose ${rows === 1 ? 'is it' : 'are they'}?`;
  return (
    <NativeSelect
      label={whose}
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
