import type { StudentDetails } from '#contract/people/student-details.ts';
import { statusText } from '#contract/status.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { longDate, moment } from '#web/ui/format.ts';
import classes from './Details.module.css';

type Changes = NonNullable<StudentDetails['history']>;

/** The history of the student's marks. */
export function History({ changes }: { changes: Changes }) {
  const { time_zone } = useSession().config;
  return (
    <section
      className={`at-scroll ${classes.scroll}`}
      tabIndex={0}
      aria-label="History of marks, table"
    >
      <table className="at-table">
        <thead>
          <tr>
            <th>Class on</th>
            <th>Subject</th>
            <th>From</th>
            <th>To</th>
            <th>How</th>
            <th>By</th>
            <th>At</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.id}>
              <td>{longDate(change.date)}</td>
              <td>{change.subject_code}</td>
              <td>{statusText(change.from)}</td>
              <td>{statusText(change.to)}</td>
              <td>{change.how}</td>
              <td>{change.changed_by ?? '–'}</td>
              <td>{moment(change.changed_at, time_zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
