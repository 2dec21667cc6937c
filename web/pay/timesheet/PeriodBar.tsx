import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { DateRange, type Span } from '#web/ui/DateRange.tsx';
import classes from './Timesheet.module.css';
import { adjacentPeriod, formatPeriod } from './period.ts';

interface PeriodBarProps {
  /** Open periods have no adjacent ones. */
  period: Span;
  today: string;
  go: (next: Partial<Span>) => void;
  /** Presets. */
  choices?: { label: string; days: Partial<Span> }[];
}

const thisWeek = [{ label: 'This Week', days: {} }];

/** The choice of a period: presets, previous and next, or any dates. */
export function PeriodBar({ period, today, go, choices = thisWeek }: PeriodBarProps) {
  const { from, to } = period;
  const closed = from !== null && to !== null ? { from, to } : null;
  const goBeside = (direction: 1 | -1) => closed && go(adjacentPeriod(closed, direction));
  // Between the first and the second click the period is incomplete.
  const [begun, setBegun] = useState<Span | null>(null);
  function choose(span: Span) {
    const half = span.from !== null && span.to === null;
    setBegun(half ? span : null);
    if (!half) go(span);
  }
  return (
    <div className={`${classes.period} at-screen`}>
      <Group gap="xs">
        {choices.map(({ label, days }) => (
          <Button key={label} variant="default" onClick={() => go(days)}>
            {label}
          </Button>
        ))}
        <Button
          variant="default"
          px="xs"
          aria-label="Earlier"
          disabled={!closed}
          onClick={() => goBeside(-1)}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </Button>
        <Button
          variant="default"
          px="xs"
          aria-label="Later"
          disabled={!closed}
          onClick={() => goBeside(1)}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </Button>
        <p className={classes.days} aria-live="polite">
          {formatPeriod(period)}
        </p>
      </Group>
      <DateRange label="Date range" value={begun ?? period} today={today} onChange={choose} />
    </div>
  );
}
