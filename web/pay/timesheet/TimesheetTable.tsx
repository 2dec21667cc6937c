import { Menu } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { Fragment } from 'react';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { shown } from '#web/ui/list/column.ts';
import { RowMenu } from '#web/ui/list/RowMenu.tsx';
import { hoursOf, longDate, moneyOf } from '#web/ui/format.ts';
import { logName, ownColumns as allColumns } from './columns.tsx';
import { byWeek, totalsOf, type Totals } from './totals.ts';
import classes from './Timesheet.module.css';

const columns = allColumns.filter(({ onlyInFiles }) => !onlyInFiles);

/** The rate has no room on a tablet; it is printed. */
const classOf = ({ id, numeric }: { id: string; numeric?: boolean }) =>
  id === 'rate'
    ? `${classes.number} ${classes.rate}`
    : id === 'amount'
      ? `${classes.number} ${classes.earned}`
      : numeric
        ? classes.number
        : undefined;

interface TimesheetTableProps {
  logs: PayrollLog[];
  withdraw: (log: PayrollLog) => void;
}

/** Check-ins by week, with sums. */
export function TimesheetTable({ logs, withdraw }: TimesheetTableProps) {
  const weeks = byWeek(logs);
  return (
    <section className="at-scroll" tabIndex={0} aria-label="My Timesheet, table">
      <table className={`at-table ${classes.table}`}>
        <thead>
          <tr>
            {columns.map(({ id, title, numeric }) => (
              <th key={id} className={classOf({ id, numeric })}>
                {title}
              </th>
            ))}
            <th className="at-screen">Options</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(([monday, lines]) => (
            <Fragment key={monday}>
              <tr className={classes.week}>
                <th colSpan={columns.length + 1} scope="rowgroup">
                  Week of {longDate(monday)} –{' '}
                  {longDate(dayjs(monday).add(6, 'day').format('YYYY-MM-DD'))}
                </th>
              </tr>
              {lines.map((log) => (
                <tr key={log.id} data-row={log.id}>
                  {columns.map((column) => (
                    <td key={column.id} className={classOf(column)}>
                      {shown(column, log)}
                    </td>
                  ))}
                  <td className="at-screen">
                    {log.status === 'pending' && !log.pay_closed && (
                      <RowMenu name={logName(log)} archived={false}>
                        <Menu.Item
                          leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
                          onClick={() => withdraw(log)}
                        >
                          Withdraw
                        </Menu.Item>
                      </RowMenu>
                    )}
                  </td>
                </tr>
              ))}
              {weeks.length > 1 && (
                <SumRow title="Sum of the week" sums={totalsOf(lines)} className={classes.sum} />
              )}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <SumRow title="Total" sums={totalsOf(logs)} className={classes.all} />
        </tfoot>
      </table>
    </section>
  );
}

function SumRow({ title, sums, className }: { title: string; sums: Totals; className?: string }) {
  return (
    <tr className={className}>
      <th colSpan={2} scope="row">
        {title}
      </th>
      <td className={classes.number}>{hoursOf(sums.minutes)}</td>
      <td />
      <td className={classes.rate} />
      <td className={classes.number}>{moneyOf(sums.amount)}</td>
      <td colSpan={2} />
    </tr>
  );
}
