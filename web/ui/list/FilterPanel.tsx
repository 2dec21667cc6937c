import { Button, Checkbox, CloseButton, Popover, Stack } from '@mantine/core';
import { Select } from '#web/ui/Select.tsx';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { isDate } from '#contract/dates.ts';
import { messages } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { DateRange } from '../DateRange.tsx';
import { longDate } from '../format.ts';
import { Picker } from '../Picker.tsx';
import { useOption } from '../usePickerOptions.ts';
import { namesOf, type NamedFilter, type PanelFilter } from './filter.ts';
import classes from './List.module.css';
import type { Change } from './useListState.ts';

interface FilterProps {
  filters: PanelFilter[];
  values: Record<string, string>;
  change: (change: Change) => void;
}

/** The button that opens the filters. */
export function FilterPanel({ filters, values, change }: FilterProps) {
  const [opened, setOpened] = useState<boolean>();
  const active = filters.filter((filter) => namesOf(filter).some((name) => values[name])).length;
  const target = (
    <Button
      variant="default"
      leftSection={<IconFilter size={16} aria-hidden="true" />}
      aria-expanded={opened ?? false}
      onClick={() => setOpened(!opened)}
    >
      {active ? `Filters (${active})` : 'Filters'}
    </Button>
  );
  // Created when it is first opened, like menus.
  if (opened === undefined) return target;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      withRoles={false}
      trapFocus
      closeOnClickOutside
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" role="group" aria-label="Filters">
          {filters.map((filter) => (
            <FilterControl key={filter.name} filter={filter} values={values} change={change} />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterControl({
  filter,
  values,
  change,
}: Omit<FilterProps, 'filters'> & { filter: PanelFilter }) {
  const { config } = useSession();
  const value = values[filter.name] ?? '';
  switch (filter.kind) {
    case 'checkbox':
      return (
        <Checkbox.Group
          label={filter.title}
          value={value ? value.split(',') : []}
          onChange={(next) => change({ [filter.name]: next.join(',') || undefined })}
        >
          <div className={classes.choices} data-two={filter.choices.length > 6 || undefined}>
            {filter.choices.map((choice) => (
              <Checkbox key={choice.value} size="sm" value={choice.value} label={choice.label} />
            ))}
          </div>
        </Checkbox.Group>
      );
    case 'select':
      return (
        <Select
          label={filter.title}
          placeholder="All"
          data={filter.choices}
          value={value || null}
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${filter.title}` }}
          onChange={(next) => change({ [filter.name]: next ?? undefined })}
        />
      );
    case 'picker':
      return (
        <Picker
          label={filter.title}
          placeholder="All"
          source={filter.source}
          value={Number(value) || null}
          failure={messages.optionsFailed}
          onChange={(id) => change({ [filter.name]: id ?? undefined })}
        />
      );
    case 'dates':
      return (
        <DateRange
          label={filter.title}
          value={{ from: value || null, to: values[filter.until] || null }}
          today={config.today}
          onChange={({ from, to }) =>
            change({ [filter.name]: from ?? undefined, [filter.until]: to ?? undefined })
          }
        />
      );
  }
}

/** The current filters of the list, each with a button to remove it. */
export function ActiveFilters({
  filters,
  values,
  change,
}: Omit<FilterProps, 'filters'> & { filters: NamedFilter[] }) {
  const active = filters.filter((filter) => namesOf(filter).some((name) => values[name]));
  if (active.length === 0) return null;
  const none = Object.fromEntries(active.flatMap(namesOf).map((name) => [name, undefined]));
  return (
    <div className={classes.chips}>
      {active.map((filter) => (
        <span key={filter.name} className={classes.chip}>
          {filter.title}:{' '}
          {filter.kind === 'picker' ? (
            <Picked filter={filter} id={Number(values[filter.name])} />
          ) : (
            valueText(filter, values)
          )}
          <CloseButton
            size="xs"
            aria-label={`Remove the filter ${filter.title}`}
            onClick={() =>
              change(Object.fromEntries(namesOf(filter).map((name) => [name, undefined])))
            }
          />
        </span>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={() => change(none)}>
        Clear filters
      </Button>
    </div>
  );
}

function Picked({ filter, id }: { filter: Extract<PanelFilter, { kind: 'picker' }>; id: number }) {
  return useOption(filter.source, id);
}

/** In the institute's form; what is no date stands as it came. */
function datesText(from: string | undefined, until: string | undefined): string {
  const text = (day: string | undefined) =>
    day === undefined ? '…' : isDate(day) ? longDate(day) : day;
  return from === until ? text(from) : `${text(from)} – ${text(until)}`;
}

function valueText(
  filter: Exclude<NamedFilter, { kind: 'picker' }>,
  values: Record<string, string>,
): string {
  if (filter.kind === 'unoffered') return 'as in the address';
  if (filter.kind === 'dates') return datesText(values[filter.name], values[filter.until]);
  const chosen = (values[filter.name] ?? '').split(',');
  return filter.choices
    .filter((choice) => chosen.includes(choice.value))
    .map((choice) => choice.label)
    .join(', ');
}
