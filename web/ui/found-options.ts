import type { OptionsFilter } from '@mantine/core';
import { fold, foldedWords } from '#contract/fold.ts';

/** The options of a select whose label has every typed word (R-SEARCH-1). */
export const foundOptions: OptionsFilter = ({ options, search, limit }) => {
  const words = foldedWords(search);
  return options
    .filter(
      (option) => 'group' in option || words.every((word) => fold(option.label).includes(word)),
    )
    .slice(0, limit);
};
