import { NativeSelect } from '@mantine/core';
import { emptyCellsAnswers, type EmptyCells } from '#contract/file-values.ts';
import { keysOf } from '#contract/keys-of.ts';
import { counted } from '../format.ts';

interface EmptyCellsFieldProps {
  /** Empty cells of rows that have a value here. */
  cells: number;
  answer: EmptyCells;
  /** Checks the file again with the answer. */
  check: (answer: EmptyCells) => void;
}

/** Asks what an empty cell does where a value is stored (R-STUDENT-5). */
export function EmptyCellsField({ cells, answer, check }: EmptyCellsFieldProps) {
  if (cells === 0 && answer === 'leave') return null;
  const values = counted(cells, 'value');
  return (
    <NativeSelect
      label="Empty cells"
      description={
        answer === 'leave'
          ? `${values} here would stay where the file has an empty cell.`
          : `${values} here would be cleared because the file has an empty cell.`
      }
      w="fit-content"
      value={answer}
      data={keysOf<EmptyCells>(emptyCellsAnswers).map((value) => ({
        value,
        label: emptyCellsAnswers[value],
      }))}
      onChange={({ currentTarget: { value: chosen } }) =>
        check(chosen === 'remove' ? 'remove' : 'leave')
      }
    />
  );
}
