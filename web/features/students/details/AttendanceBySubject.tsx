import { Link } from '@tanstack/react-router';
import type { StudentDetails } from '../../../../contract/student.ts';
import { longDate } from '../../../ui/names.ts';
import { subjectTitle } from '../../subjects/section.ts';
import classes from './Details.module.css';

const words = { Present: 'present', Absent: 'absent', 'N/A': 'not taken' };

/** Per class the rate, and its dates as a row of squares: a picture of the weeks. */
export function AttendanceBySubject({ attendance }: { attendance: StudentDetails['attendance'] }) {
  return (
    <ul className={classes.subjects}>
      {attendance.map((it) => (
        <li key={it.class_schedule}>
          <div className={classes.rate}>
            <strong>{subjectTitle(it.subject)}</strong>
            <span>
              {it.total ? `${it.attendance_percentage}%` : 'no class yet'}
              {it.total > 0 && ` · ${it.present} present, ${it.absent} absent, ${it.not_taken} not taken of ${it.total}`}
            </span>
          </div>
          <ol className={classes.days}>
            {it.days.map(({ date, status }) => (
              <li key={date}>
                <Link
                  to="/attendance/view"
                  search={{ id: it.class_schedule, date }}
                  data-status={status}
                  title={`${longDate(date)}: ${words[status]}`}
                  aria-label={`${longDate(date)}: ${words[status]}`}
                >
                  {status === 'Present' ? '✓' : status === 'Absent' ? '✗' : '·'}
                </Link>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
}
