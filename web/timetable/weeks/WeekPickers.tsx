import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
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

/** The filters of a week; on a phone behind a button. */
export function WeekPickers({ choices, filters, onChange }: WeekPickersProps) {
  const [isOpen, setOpen] = useState(false);
  const chosen = choices.filter(({ name }) => filters[name] !== undefined).length;
  return (
    <search className="at-screen">
      <Button
        variant="default"
        className={classes.unfold}
        leftSection={<IconFilter size={16} aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{chosen > 0 && ` (${chosen})`}
      </Button>
      <div className={classes.filters} data-folded={!isOpen || undefined}>
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
      </div>
    </search>
  );
}
