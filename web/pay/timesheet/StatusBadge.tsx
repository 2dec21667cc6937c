import { IconLock } from '@tabler/icons-react';
import type { PayrollLog, PayState } from '#contract/pay/payroll.ts';
import { capitalize } from '#web/ui/labels.ts';
import { sinceCheckIn } from './since-check-in.ts';
import classes from './Timesheet.module.css';

/** Pending is the normal state before accounts has seen a line: it has no colour of its own. */
function StatusBadge({ status }: { status: PayState }) {
  return (
    <span className={classes.status} data-state={status}>
      {capitalize(status)}
    </span>
  );
}

/** The day is closed for pay: nothing about it changes (R-PAY-8). */
export const PayClosed = () => (
  <span className={classes.status} data-state="closed">
    <IconLock size={13} aria-hidden="true" /> Pay closed
  </span>
);

interface LineStatusProps {
  log: PayrollLog;
  isClosed?: boolean;
}

/** The status and objections; for accounts also further decisions about the line. */
export function LineStatus({ log, isClosed = false }: LineStatusProps) {
  return (
    <span className={classes.badges}>
      <StatusBadge status={log.status} />
      {isClosed && <PayClosed />}
      {log.contested_at && <Fact title={`By ${log.contested_by ?? ''}`}>Contested</Fact>}
      {log.earlier_address && <Fact title={log.earlier_address}>Earlier address</Fact>}
      {sinceCheckIn(log).map((text) => (
        <Fact key={text} title="Since the check-in">
          {text}
        </Fact>
      ))}
    </span>
  );
}

function Fact({ title, children }: { title: string; children: string }) {
  return (
    <span className={classes.status} data-state="contested" title={title}>
      {children}
    </span>
  );
}
