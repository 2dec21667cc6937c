import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { capitalize } from '#web/ui/labels.ts';
import { countStates, statesIn } from './states.ts';
import classes from './TodaysRolls.module.css';

interface StateFilterProps {
  all: ClassSchedule[];
  /** One state, or several with commas; empty for all. */
  value: string;
  onChange: (state: string) => void;
}

/** The states with their counts; shows one of them, or all. */
export function StateFilter({ all, value, onChange }: StateFilterProps) {
  const counts = countStates(all);
  const chosen = statesIn(value);
  const missing = chosen.filter((one) => !counts.some(({ state }) => state === one));
  const states = [...counts, ...missing.map((state) => ({ state, count: 0 }))];
  return (
    <div className={classes.states} role="group" aria-label="State">
      {[{ state: '', count: all.length }, ...states].map(({ state, count }) => (
        <button
          key={state}
          type="button"
          data-state={state}
          aria-pressed={state ? chosen.includes(state) : chosen.length === 0}
          onClick={() => onChange(state === value ? '' : state)}
        >
          {state ? capitalize(state) : 'All'} <b>{count}</b>
        </button>
      ))}
    </div>
  );
}
