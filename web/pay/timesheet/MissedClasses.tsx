import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { withGroup } from '#contract/class-name.ts';
import { listMissingCheckIns } from '#contract/pay/payroll.endpoints.ts';
import type { MissingCheckIn } from '#contract/pay/payroll.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { RequestCheckIn } from '../check-in/RequestCheckIn.tsx';
import { longDate } from '#web/ui/format.ts';
import type { Period } from './period.ts';
import classes from './Timesheet.module.css';

const maxShown = 20;
const maxDays = 366;

const titleOf = ({ date, schedule }: Pick<MissingCheckIn, 'date' | 'schedule'>) =>
  `${schedule.day_of_week}, ${longDate(date)}, ${schedule.start_time}–${schedule.end_time}: ` +
  withGroup(`${schedule.subject_code} ${schedule.subject_name}`, schedule.group_name);

/** The teacher's past classes without a check-in, with a request to accounts. */
export function MissedClasses({ teacher, period }: { teacher: number; period: Period }) {
  const { today } = useSession().config;
  const yesterday = dayjs(today).subtract(1, 'day').format('YYYY-MM-DD');
  const until = period.to < today ? period.to : yesterday;
  const query = { teacher, from_date: period.from, to_date: until, limit: maxShown };
  const isInRange = period.from <= until && dayjs(until).diff(period.from, 'day') <= maxDays;
  const missed = useQuery({
    queryKey: ['resource', 'payroll-logs-missing', 'mine', query],
    queryFn: ({ signal }) => request(listMissingCheckIns, { query, signal }),
    enabled: isInRange,
  });
  if (!missed.data?.total) return null;
  const { results, total } = missed.data;
  return (
    <Alert
      className="at-screen"
      color="yellow"
      variant="outline"
      title={`${total} ${total === 1 ? 'class has' : 'classes have'} no check-in. Accounts can enter what is missing.`}
    >
      <ul className={classes.classes}>
        {results.map(({ id, date, schedule, request }) => (
          <li key={id}>
            <span>
              {titleOf({ date, schedule })}
              {request && <Text size="sm">Requested: “{request.message}”</Text>}
            </span>
            <RequestCheckIn
              of={{ id: schedule.id, date }}
              title={titleOf({ date, schedule })}
              isRequested={request !== null}
              key={request?.message}
            />
          </li>
        ))}
        {total > results.length && <li>… and {total - results.length} more</li>}
      </ul>
    </Alert>
  );
}
