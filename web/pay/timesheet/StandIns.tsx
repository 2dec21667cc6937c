import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { withGroup } from '#contract/class-name.ts';
import { listStandIns } from '#contract/pay/payroll.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { longDate } from '#web/ui/format.ts';
import { StandInNote } from '../check-in/StandInNote.tsx';
import { subjectTitle } from '#web/school/subjects.ts';
import classes from './Timesheet.module.css';

const shownAtOnce = 20;

/** Check-ins of others in the teacher's classes: pending ones, and those of the last seven days. */
export function StandIns() {
  const found = useQuery({
    queryKey: ['resource', 'payroll-logs-stand-ins'],
    queryFn: ({ signal }) => request(listStandIns, { query: { limit: shownAtOnce }, signal }),
  });
  if (!found.data?.total) return null;
  const { results, total } = found.data;
  return (
    <Alert
      className="at-screen"
      color="yellow"
      variant="outline"
      title={
        total === 1
          ? 'A colleague checked in to your class'
          : `Colleagues checked in to ${total} of your classes`
      }
    >
      <ul className={classes.classes} aria-label="Stand-ins">
        {results.map((log) => (
          <li key={log.id}>
            <span>
              {withGroup(subjectTitle(log.schedule), log.schedule.group_name)},{' '}
              {log.schedule.day_of_week}, {longDate(log.date)}, {log.schedule.start_time}–
              {log.schedule.end_time}
            </span>
            <StandInNote log={log} />
          </li>
        ))}
        {total > results.length && <li>… and {total - results.length} more</li>}
      </ul>
    </Alert>
  );
}
