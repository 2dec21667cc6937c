import classes from './Reports.module.css';

interface RateBarProps {
  /** Whole percent. */
  rate: number;
  /** The rate that it is compared with: a line across the bar. */
  before: number | null;
}

/** A rate as a bar; the number beside it says the same, so it is hidden from screen readers. */
export function RateBar({ rate, before }: RateBarProps) {
  return (
    <span className={classes.track} aria-hidden="true">
      <span className={classes.bar} style={{ width: `${rate}%` }} />
      {before !== null && <span className={classes.before} style={{ left: `${before}%` }} />}
    </span>
  );
}
