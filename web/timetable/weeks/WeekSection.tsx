import { Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messages } from '#contract/texts.ts';
import { ListError } from '#web/ui/list/ListError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { StaleBand } from '#web/ui/StaleBand.tsx';
import { weekTitle } from './dates.ts';
import { EmptyWeek } from './EmptyWeek.tsx';
import type { WeekFilter } from './filters.ts';
import { weekQuery } from './queries.ts';
import type { WeekFilters, WeekSearch } from './search.ts';
import { WeekDays } from './WeekDays.tsx';
import classes from './WeekPage.module.css';

interface WeekSectionProps {
  monday: string;
  filters: WeekFilters;
  choices: WeekFilter[];
  change: (next: WeekSearch) => void;
  /** Other weeks are shown as well: this one has a heading. */
  isOneOfMany: boolean;
  /** It equals the previous one, and is not drawn again. */
  isSame: boolean;
  turn: (weeks: -1 | 0 | 1) => void;
  canDrag: boolean;
}

/** One of the weeks of the page. */
export function WeekSection({
  monday,
  filters,
  choices,
  change,
  isOneOfMany,
  isSame,
  turn,
  canDrag,
}: WeekSectionProps) {
  const found = useQuery({ ...weekQuery(monday, filters), placeholderData: keepPreviousData });
  const week = found.data;
  const title = weekTitle(monday);
  return (
    <div className={classes.week} data-busy={found.isPlaceholderData || undefined}>
      {isOneOfMany && (
        <Title order={3} size="h5">
          {title}
          {isSame && <Text span>: as the week before</Text>}
        </Title>
      )}
      {found.isError && !week && (
        <ListError
          title={messages.loadSchedulesFailed}
          error={found.error}
          retry={() => void found.refetch()}
          filters={filters}
          change={change}
        />
      )}
      <StaleBand reads={[found]} />
      {found.isPending && <PleaseWait />}
      {week && !isSame && week.results.length > 0 && (
        <WeekDays
          label={isOneOfMany ? `Week ${title}` : 'Week'}
          week={week}
          turn={turn}
          canDrag={canDrag}
        />
      )}
      {week && !isSame && week.results.length === 0 && <EmptyWeek week={week} choices={choices} />}
    </div>
  );
}
