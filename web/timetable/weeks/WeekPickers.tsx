import { messages } from '#contract/texts.ts';
import { Picker } from '#web/ui/Picker.tsx';
import type { WeekFilter } from './filters.ts';
import type { WeekFilterName, WeekFilters } from './search.ts';
import classes from './WeekPage.module.css';

interface WeekPickersProps {
  choices: WeekFilter[];
  filters: WeekFilters;
  onChange: (name: WeekFilterName, id: number | null) => void;
}

/** The filters of a week. */
export function WeekPickers({ choices, filters, onChange }: WeekPickersProps) {
  return (
    <search className={`at-screen ${classes.filters}`}>
      {choices.map(({ name, title, source }) => (
        <Picker
          key={name}
          label={title}
          placeholder="All"
          source={source}
          failure={messages.optionsFailed}
          value={filters[name] ?? null}
          onChange={(id) => onChange(name, id)}
        />
      ))}
    </search>
  );
}
