import { Button } from '@mantine/core';
import { dayOf } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { dayAndMonth } from '#web/ui/format.ts';
import { ways } from '#contract/attendance/way-names.ts';
import classes from './History.module.css';
import { secondsOf, titleOfStep, wayOfStep } from './step-text.ts';
import type { Step } from './steps.ts';

interface Props {
  /** Newest first. */
  steps: Step[];
  date: string;
  /** The chosen instant; undefined for now. */
  at: string | undefined;
  choose: (at: string | undefined) => void;
  /** Ids of the changes that can be undone. */
  latest: ReadonlySet<number>;
  /** Undefined when nothing can be undone. */
  undo?: (step: Step, changes: number[]) => void;
}

/** The history of a roll: each step shows the roll after it, and can be undone. */
export function StepList({ steps, date, at, choose, latest, undo }: Props) {
  return (
    <fieldset className={classes.steps}>
      <legend>Show the roll</legend>
      <Choice checked={at === undefined} choose={() => choose(undefined)}>
        <b>As it is now</b>
      </Choice>
      {steps.map((step) => {
        const changes = step.changes.filter(({ id }) => latest.has(id)).map(({ id }) => id);
        const label = changes.length === step.changes.length ? 'Undo' : `Undo ${changes.length}`;
        return (
          <div key={`${step.at} ${step.by}`} className={classes.step}>
            <Choice checked={at === step.at} choose={() => choose(step.at)}>
              <StepText step={step} date={date} />
            </Choice>
            {undo && changes.length > 0 && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`${label}: ${titleOfStep(step)}`}
                onClick={() => undo(step, changes)}
              >
                {label}
              </Button>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

function Choice({
  checked,
  choose,
  children,
}: {
  checked: boolean;
  choose: () => void;
  children: React.ReactNode;
}) {
  return (
    <label className={classes.choice} data-chosen={checked || undefined}>
      <input type="radio" name="step" checked={checked} onChange={choose} />
      <span>{children}</span>
    </label>
  );
}

function StepText({ step, date }: { step: Step; date: string }) {
  const { time_zone } = useSession().config;
  const day = dayOf(step.at, time_zone);
  const way = wayOfStep(step);
  return (
    <>
      <b>{titleOfStep(step)}</b>
      <small>
        {day !== date && `${dayAndMonth(day)}, `}
        {secondsOf(step.at, time_zone)}
        {way && `, ${ways[way]}`} · {step.by ?? 'by itself'}
        {step.event?.reason && ` · ${step.event.reason}`}
      </small>
    </>
  );
}
