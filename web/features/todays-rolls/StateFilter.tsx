import type { ClassSchedule } from '#contract/timetable.ts';
import { capitalize } from '#web/ui/labels.ts';
import { countStates } from './states.ts';
import classes from './TodaysRolls.module.css';

interface StateFilterProps {
  all: ClassSchedule[];
  /** Empty for all. */
  value: string;
  onChange: (state: string) => void;
}

/** The states with their counts; shows one of them, or all. */
export function StateFilter({ all, value, onChange }: StateFilterProps) {
  const counts = countStates(all);
  const states = counts.some(({ state }) => state === value)
    ? counts
    : [...counts, ...(value ? [{ state: value, count: 0 }] : [])];
  return (
    <div className={classes.states} role="group" aria-label="State">
      {[{ state: '', count: all.length }, ...states].map(({ state, count }) => (
        <button
          key={state}
          type="button"
          data-state={state}
          aria-pressed={state === value}
          onClick={() => onChange(state === value ? '' : state)}
        >
          {state ? capitalize(state) : 'All'} <b>{count}</b>
        </button>
      ))}
    </div>
  );
}
