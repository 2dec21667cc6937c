import { withGroup } from '#contract/class-name.ts';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { hoursOf, longDate, moment, moneyOf } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { capitalize } from '#web/ui/labels.ts';
import { subjectTitle } from '#web/school/subjects.ts';
import classes from './Portal.module.css';

/** The class of a check-in, and its pay. */
export function LineFacts({ log }: { log: PayrollLog }) {
  const { time_zone } = useSession().config;
  const facts = [
    [
      'Class',
      `${withGroup(subjectTitle(log.schedule), log.schedule.group_name)}, ${log.schedule.class_type}`,
    ],
    [
      'Date',
      `${log.schedule.day_of_week}, ${longDate(log.date)}, ` +
        `${log.schedule.start_time}–${log.schedule.end_time}`,
    ],
    ['Teacher of the class', fullName(log.class_teacher)],
    ['Paid', `${fullName(log.teacher)}, ${moneyOf(log.amount_need_to_be_paid ?? '0')}`],
    ['Status', capitalize(log.status)],
    ['Checked in', moment(log.checked_in_at, time_zone)],
    ['Hours', hoursOf(log.duration_of_schedule)],
    ['Rate per hour, as recorded', moneyOf(log.rate ?? '0')],
    ...(typeof log.pay_run === 'number' ? [['Exported in', `pay run ${log.pay_run}`]] : []),
  ];
  return (
    <dl className={`at-card ${classes.facts}`}>
      {facts.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
