import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import type { List } from '../../../contract/fields.ts';
import type { MissingCheckIn } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { longDate } from '../../ui/names.ts';
import type { Period } from './period.ts';
import classes from './Timesheet.module.css';

const mostShown = 20;
const mostDays = 366;

/** The teacher's classes before today that nobody has checked in to: accounts can still enter them. */
export function MissedClasses({ teacher, period }: { teacher: number; period: Period }) {
  const { today } = useSession().config;
  const yesterday = dayjs(today).subtract(1, 'day').format('YYYY-MM-DD');
  const until = period.to < today ? period.to : yesterday;
  const query = { teacher, from_date: period.from, to_date: until, limit: mostShown };
  const asked = period.from <= until && dayjs(until).diff(period.from, 'day') <= mostDays;
  const missed = useQuery({
    queryKey: ['section', 'payroll-logs-missing', 'mine', query],
    queryFn: ({ signal }) => api.get<List<MissingCheckIn>>('attendance/payroll-logs-missing/', { query, signal }),
    enabled: asked,
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
        {results.map(({ id, date, schedule }) => (
          <li key={id}>
            {schedule.day_of_week}, {longDate(date)}, {schedule.start_time}–{schedule.end_time}: {schedule.subject_code} {schedule.subject_name}
          </li>
        ))}
        {total > results.length && <li>… and {total - results.length} more</li>}
      </ul>
    </Alert>
  );
}
