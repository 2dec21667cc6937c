import { NativeSelect } from '@mantine/core';
import { meaningsOfM, type MeaningOfM } from '#contract/gender-letters.ts';
import { keysOf } from '#contract/keys-of.ts';

interface MeaningOfMFieldProps {
  value: MeaningOfM | null;
  change: (meaning: MeaningOfM) => void;
}

/** What M means among the genders of a file whose other letters do not tell (R-STUDENT-5). */
export const MeaningOfMField = ({ value, change }: MeaningOfMFieldProps) => (
  <NativeSelect
    label="Gender M"
    w="fit-content"
    value={value ?? ''}
    error={value === null && 'Choose what M means in this file'}
    data={[
      ...(value === null ? [{ value: '', label: 'Choose …' }] : []),
      ...keysOf(meaningsOfM).map((meaning) => ({ value: meaning, label: meaningsOfM[meaning] })),
    ]}
    onChange={({ currentTarget: { value: chosen } }) => {
      const meaning = keysOf(meaningsOfM).find((one) => one === chosen);
      if (meaning) change(meaning);
    }}
  />
);
