import { Button } from '@mantine/core';
import dayjs from 'dayjs';
import { messages } from '#contract/texts.ts';
import classes from './GateBand.module.css';
import type { Gate } from './gate.ts';
import { dayAndMonth, fullDay } from '#web/ui/format.ts';

interface GateBandProps {
  gate: Gate;
  date: string;
  today: string;
  held: number;
  open: () => void;
}

/** Warns that a roll is not the current one, with a button to continue. Sticky while the rows scroll. */
export function GateBand({ gate, date, today, held, open }: GateBandProps) {
  if (gate.is === 'open') {
    // After the confirmation the date is still shown.
    return date === today ? null : <div className={classes.band}>{titleOf(date, today)}</div>;
  }
  const waits = held > 0 ? ` (${held} ${held === 1 ? 'waits' : 'wait'})` : '';
  return (
    <div className={classes.band} role="status" data-gate={gate.is}>
      <b>{gate.is === 'early' ? `Begins in ${lengthOf(gate.minutes)}` : titleOf(date, today)}</b>
      {gate.is === 'future' && <span>{messages.futureDate}</span>}
      {gate.is === 'early' && (
        <Button size="compact-sm" onClick={open}>
          Take it anyway{waits}
        </Button>
      )}
      {gate.is === 'past' && (
        <Button size="compact-sm" onClick={open}>
          Take taps for {dayAndMonth(date)}
          {waits}
        </Button>
      )}
    </div>
  );
}

const lengthOf = (minutes: number) =>
  minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;

function titleOf(date: string, today: string): string {
  const days = dayjs(today).diff(date, 'day');
  if (days === 1) return `Roll of yesterday, ${fullDay(date)}`;
  if (days > 1 && days <= 7) return `Roll of last ${fullDay(date)}`;
  return `Roll of ${fullDay(date)}`;
}
