import type { PayState } from '../../../contract/payroll.ts';
import classes from './Timesheet.module.css';

/** pending red, completed green (spec §4). */
export function StatusBadge({ status }: { status: PayState }) {
  return (
    <span className={classes.status} data-state={status}>
      {status}
    </span>
  );
}
