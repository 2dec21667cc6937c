import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { DateRange, type Span } from '../../ui/DateRange.tsx';
import classes from './Timesheet.module.css';
import { beside, inWords, type Period } from './period.ts';

interface PeriodBarProps {
  period: Period;
  today: string;
  go: (next: { from?: string | null; to?: string | null }) => void;
}

/** Which days: this week, the ones before and after, or any span. */
export function PeriodBar({ period, today, go }: PeriodBarProps) {
  // Between the first click and the second there is no span yet.
  const [begun, setBegun] = useState<Span | null>(null);
  function choose(span: Span) {
    const half = span.from !== null && span.to === null;
    setBegun(half ? span : null);
    if (!half) go(span);
  }
  return (
    <div className={`${classes.period} at-screen`}>
      <Group gap="xs">
        <Button variant="default" onClick={() => go({})}>
          This Week
        </Button>
        <Button variant="default" px="xs" aria-label="Earlier" onClick={() => go(beside(period, -1))}>
          <IconChevronLeft size={18} aria-hidden="true" />
        </Button>
        <Button variant="default" px="xs" aria-label="Later" onClick={() => go(beside(period, 1))}>
          <IconChevronRight size={18} aria-hidden="true" />
        </Button>
        <p className={classes.days} aria-live="polite">
          {inWords(period)}
        </p>
      </Group>
      <DateRange label="Date range" value={begun ?? period} today={today} onChange={choose} />
    </div>
  );
}
