import { Title } from '@mantine/core';
import type { Evidence } from '#contract/standing/contact-hour-evidence.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { longDate } from '#web/ui/format.ts';
import { Nothing } from '#web/ui/Nothing.tsx';
import classes from './ContactHours.module.css';
import { changeText, statusText } from './texts.ts';

/** Every meeting of the period, with each change of its mark. */
export function EvidenceMeetings({ of: { meetings } }: { of: Evidence }) {
  const { time_zone } = useSession().config;
  return (
    <section className={`at-card ${classes.panel}`} aria-labelledby="meetings">
      <Title order={2} size="h5" id="meetings">
        Classes
      </Title>
      {meetings.length === 0 ? (
        <Nothing />
      ) : (
        <section className={`at-scroll ${classes.scroll}`} tabIndex={0} aria-label="Classes, table">
          <table className="at-table">
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Time</th>
                <th scope="col">Class</th>
                <th scope="col">Minutes</th>
                <th scope="col">Attended</th>
                <th scope="col">Late</th>
                <th scope="col">Left early</th>
                <th scope="col">Status</th>
                <th scope="col">Marks and corrections</th>
              </tr>
            </thead>
            <tbody>
              {meetings.map((one) => (
                <tr key={`${one.class_schedule} ${one.date}`}>
                  <td className={classes.whole}>
                    <AnchorLink
                      size="sm"
                      to="/attendance/view"
                      search={{ id: one.class_schedule, date: one.date }}
                    >
                      {longDate(one.date)}
                    </AnchorLink>
                  </td>
                  <td className={classes.whole}>
                    {one.start_time}–{one.end_time}
                  </td>
                  <td>
                    {one.subject_code}, {one.class_type}
                  </td>
                  <td>{one.minutes}</td>
                  <td>{one.attended_minutes}</td>
                  <td>{one.late_minutes ?? '–'}</td>
                  <td>{one.left_early_minutes ?? '–'}</td>
                  <td>
                    {statusText(one)}
                    {one.reason && `: ${one.reason}`}
                  </td>
                  <td>
                    <ul className={classes.changes}>
                      {one.changes.map((change, at) => (
                        <li key={at}>{changeText(change, time_zone)}</li>
                      ))}
                    </ul>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
