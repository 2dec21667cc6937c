import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { List } from '../../../contract/fields.ts';
import type { PayrollLog } from '../../../contract/payroll.ts';
import { api } from '../../app/api.ts';
import { longDate } from '../../ui/names.ts';
import { StandInNote } from '../check-in/StandInNote.tsx';
import { subjectTitle } from '../subjects/section.ts';
import classes from './Timesheet.module.css';

const shownAtOnce = 20;

/** Check-ins of others in the teacher's classes: while they are pending, and for seven days. */
export function StandIns() {
  const found = useQuery({
    queryKey: ['section', 'payroll-logs-stand-ins'],
    queryFn: ({ signal }) => api.get<List<PayrollLog>>('attendance/payroll-logs-stand-ins/', { query: { limit: shownAtOnce }, signal }),
  });
  if (!found.data?.total) return null;
  const { results, total } = found.data;
  return (
    <Alert
      className="at-screen"
      color="yellow"
      variant="outline"
      title={total === 1 ? 'A colleague checked in to your class' : `Colleagues checked in to ${total} of your classes`}
    >
      <ul className={classes.classes} aria-label="Stand-ins">
        {results.map((log) => (
          <li key={log.id}>
            <span>
              {subjectTitle(log.schedule)}, {log.schedule.day_of_week}, {longDate(log.date)}, {log.schedule.start_time}–{log.schedule.end_time}
            </span>
            <StandInNote log={log} />
          </li>
        ))}
        {total > results.length && <li>… and {total - results.length} more</li>}
      </ul>
    </Alert>
  );
}
