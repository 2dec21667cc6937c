import { Button } from '@mantine/core';
import { useState } from 'react';
import { isTime } from '#contract/time-text.ts';
import { TimeInput } from '#web/ui/TimeInput.tsx';
import { withoutPeriod, withPeriod, type Period } from './grid-state.ts';
import type { Typing } from './useTyping.ts';
import classes from './TypeWeek.module.css';

/** The time of a row; Enter or a click opens its fields. */
export function PeriodCell({ of, typing }: { of: Period; typing: Typing }) {
  if (typing.period !== of.key)
    return (
      <span className={classes.time}>
        {of.start}–{of.end}
      </span>
    );
  return <PeriodFields of={of} typing={typing} />;
}

function PeriodFields({ of, typing }: { of: Period; typing: Typing }) {
  const [{ start, end }, setTimes] = useState(of);
  const isWrong = !isTime(start) || !isTime(end) || end <= start;
  const close = () => {
    if (isWrong) return;
    typing.change((grid) => withPeriod(grid, { ...of, start, end }));
    typing.go(typing.active);
  };
  return (
    <div
      role="group"
      aria-label="Time of the row"
      className={classes.editor}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) close();
        if (event.key === 'Escape') typing.go(typing.active);
      }}
    >
      <TimeInput
        size="xs"
        aria-label="Starts"
        value={start}
        autoFocus
        onChange={(value) => setTimes((before) => ({ ...before, start: value }))}
      />
      <TimeInput
        size="xs"
        aria-label="Ends"
        value={end}
        error={isWrong && 'must be after the start'}
        onChange={(value) => setTimes((before) => ({ ...before, end: value }))}
      />
      <Button size="compact-xs" onClick={close} disabled={isWrong}>
        Done
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={typing.grid.periods.length === 1}
        onClick={() => {
          typing.change((grid) => withoutPeriod(grid, of.key));
          typing.go({ ...typing.active, row: Math.max(0, typing.active.row - 1) });
        }}
      >
        Remove the row
      </Button>
    </div>
  );
}
