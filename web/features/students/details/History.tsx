import type { StudentDetails } from '../../../../contract/student.ts';
import { useSession } from '../../../app/SessionProvider.tsx';
import { longDate, moment } from '../../../ui/names.ts';
import classes from './Details.module.css';

type Changes = NonNullable<StudentDetails['history']>;

/** Who changed which mark, when, from what to what, how. */
export function History({ changes }: { changes: Changes }) {
  const { time_zone } = useSession().config;
  return (
    <section className={`at-scroll ${classes.scroll}`} tabIndex={0} aria-label="History of marks, table">
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
              <td>{change.from ?? 'N/A'}</td>
              <td>{change.to ?? 'N/A'}</td>
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
