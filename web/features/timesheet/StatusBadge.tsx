import type { PayrollLog, PayState } from '../../../contract/payroll.ts';
import classes from './Timesheet.module.css';

/** pending red, completed green (spec §4). */
export function StatusBadge({ status }: { status: PayState }) {
  return (
    <span className={classes.status} data-state={status}>
      {status}
    </span>
  );
}

/** The status, and whether the teacher of the class objects; for accounts, whether an earlier address has the line. */
export function LineStatus({ log }: { log: PayrollLog }) {
  return (
    <span className={classes.badges}>
      <StatusBadge status={log.status} />
      {log.contested_at && (
        <span className={classes.status} data-state="contested" title={`By ${log.contested_by ?? ''}`}>
          contested
        </span>
      )}
      {log.earlier_address && (
        <span className={classes.status} data-state="contested" title={log.earlier_address}>
          earlier address
        </span>
      )}
    </span>
  );
}
