import { Text, Title } from '@mantine/core';
import { hourRateText, hoursText, reachText } from '#contract/standing/contact-hours.ts';
import type { Evidence, EvidenceLine } from '#contract/standing/contact-hour-evidence.ts';
import { StatList } from '#web/ui/StatList.tsx';
import { subjectTitle } from '#web/school/subjects.ts';
import classes from './ContactHours.module.css';

/** The hours of the period, what is still possible for each band, and each subject. */
export function EvidenceHours({ of }: { of: Evidence }) {
  const { totals, subjects, terms } = of;
  const bands = terms.contact_hour_bands;
  const rate = (line: EvidenceLine, name: 'rate' | 'best' | 'worst') =>
    hourRateText(line[name], bands);
  return (
    <section className={`at-card ${classes.panel}`} aria-labelledby="hours">
      <Title order={2} size="h5" id="hours">
        Hours
      </Title>
      <StatList
        stats={[
          ['Rate now', rate(totals, 'rate')],
          ['If all left is attended', rate(totals, 'best')],
          ['If nothing left is attended', rate(totals, 'worst')],
          ['Scheduled', `${hoursText(totals.scheduled_minutes)} h`],
          ['Attended', `${hoursText(totals.attended_minutes)} h`],
          ['Excused', `${hoursText(totals.excused_minutes)} h`],
          ['Left', `${hoursText(totals.left_minutes)} h`],
          ['Not recorded', `${hoursText(totals.not_recorded_minutes)} h`],
        ]}
      />
      <ul className={classes.reach} aria-label="Bands">
        {totals.reach.map((reach) => (
          <li key={reach.percent}>
            <b>{reach.percent}%</b> {reachText(reach)}
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt="xs">
        Scheduled are classes that took place with a mark of the student.{' '}
        {terms.excused_counts
          ? 'Excused hours lower the rate.'
          : 'Excused hours are left out of the rate.'}{' '}
        Hours that were not recorded are not counted.
      </Text>
      {subjects.length > 0 && (
        <section
          className={`at-scroll ${classes.scroll}`}
          tabIndex={0}
          aria-label="Hours by subject, table"
        >
          <table className="at-table">
            <thead>
              <tr>
                <th scope="col">Subject</th>
                <th scope="col">Rate now</th>
                <th scope="col">All left attended</th>
                <th scope="col">Nothing left</th>
                <th scope="col">Scheduled h</th>
                <th scope="col">Attended h</th>
                <th scope="col">Excused h</th>
                <th scope="col">Left h</th>
                <th scope="col">Not recorded h</th>
              </tr>
            </thead>
            <tbody>
              {subjects.map((line) => (
                <tr key={line.subject_code}>
                  <th scope="row">{subjectTitle(line)}</th>
                  <td>{rate(line, 'rate')}</td>
                  <td>{rate(line, 'best')}</td>
                  <td>{rate(line, 'worst')}</td>
                  <td>{hoursText(line.scheduled_minutes)}</td>
                  <td>{hoursText(line.attended_minutes)}</td>
                  <td>{hoursText(line.excused_minutes)}</td>
                  <td>{hoursText(line.left_minutes)}</td>
                  <td>{hoursText(line.not_recorded_minutes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
