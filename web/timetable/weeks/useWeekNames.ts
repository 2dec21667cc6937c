import { useQueries } from '@tanstack/react-query';
import { optionQuery } from '#web/ui/usePickerOptions.ts';
import type { WeekFilter } from './filters.ts';
import type { WeekFilters } from './search.ts';

/** The names of the chosen teacher, room …, for print and files. */
export function useWeekNames(choices: WeekFilter[], filters: WeekFilters): string[] {
  const chosen = choices.flatMap(({ name, source }) => {
    const id = filters[name];
    return id === undefined ? [] : [{ source, id }];
  });
  return useQueries({
    queries: chosen.map(({ source, id }) => optionQuery(source, id)),
    combine: (answers) => answers.flatMap(({ data }) => (data ? [data] : [])),
  });
}
