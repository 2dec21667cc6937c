import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import dayjs from 'dayjs';
import classes from './DayNavigation.module.css';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import { fullDay } from '#web/ui/format.ts';

const MonthDialog = lazyPart(
  async () => ({ default: (await import('./MonthDialog.tsx')).MonthDialog }),
  { onFail: ({ close }) => partNotLoaded(close) },
);

interface DayNavigationProps {
  date: string;
  today: string;
  go: (date: string) => void;
}

/** Today, previous and next day; the date opens the month. */
export function DayNavigation({ date, today, go }: DayNavigationProps) {
  const [monthOpen, month] = useDisclosure();
  const beside = (days: number) => dayjs(date).add(days, 'day').format('YYYY-MM-DD');
  return (
    <div className={classes.navigation}>
      <Button variant="default" disabled={date === today} onClick={() => go(today)}>
        Today
      </Button>
      <Button variant="default" px="xs" aria-label="Previous day" onClick={() => go(beside(-1))}>
        <IconChevronLeft size={18} aria-hidden="true" />
      </Button>
      <Button variant="default" px="xs" aria-label="Next day" onClick={() => go(beside(1))}>
        <IconChevronRight size={18} aria-hidden="true" />
      </Button>
      <Button
        variant="subtle"
        size="md"
        px="xs"
        className={classes.date}
        leftSection={<IconCalendar size={18} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={month.open}
      >
        {fullDay(date)}
      </Button>
      {monthOpen && (
        <MonthDialog
          date={date}
          close={month.close}
          go={(next) => {
            month.close();
            go(next);
          }}
        />
      )}
    </div>
  );
}
