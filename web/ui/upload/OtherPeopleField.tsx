import { NativeSelect } from '@mantine/core';
import { otherPeopleAnswers, type OtherPeople } from '#contract/file-values.ts';
import { keysOf } from '#contract/keys-of.ts';
import { countOf } from '../format.ts';

interface OtherPeopleFieldProps {
  /** Rows that wait for the answer. */
  rows: number;
  answer: OtherPeople;
  /** Checks the file again with the answer. */
  check: (answer: OtherPeople) => void;
}

/** Asks whether IDs belong to people who have other names and another date of birth here (R-STUDENT-5). */
export function OtherPeopleField({ rows, answer, check }: OtherPeopleFieldProps) {
  if (rows === 0 && answer === 'refuse') return null;
  return (
    <NativeSelect
      label={
        rows === 1
          ? '1 row has the ID of a student with other names. Is it the same student?'
          : `${countOf(rows)} rows have the IDs of students with other names. Are they the same students?`
      }
      description="The dates of birth differ, too, where both are known. The file is checked again with the answer."
      w="fit-content"
      value={answer}
      data={keysOf<OtherPeople>(otherPeopleAnswers).map((value) => ({
        value,
        label: otherPeopleAnswers[value],
      }))}
      onChange={({ currentTarget: { value: chosen } }) =>
        check(chosen === 'same' ? 'same' : 'refuse')
      }
    />
  );
}
