import { Title } from '@mantine/core';
import { useMemo } from 'react';
import type { RollRow } from '#contract/marks.ts';
import { summarise } from '#contract/attendance/summary.ts';
import classes from './Attendance.module.css';

/** The four counts and their rounded rates (R-ROLL-8). @param roll after what waits is sent. */
export function SummaryCard({ roll }: { roll: RollRow[] }) {
  const counts = useMemo(() => summarise(roll), [roll]);
  const stats = [
    { title: 'Total', value: counts.total },
    { title: 'Present', value: counts.present, rate: counts.present_rate, tone: 'present' },
    { title: 'Absent', value: counts.absent, rate: counts.absent_rate, tone: 'absent' },
    { title: 'Not Taken', value: counts.not_taken },
  ];
  return (
    <section className={classes.summary} aria-labelledby="summary-title">
      <div className={classes.zoneHead}>
        <Title order={2} size="h6" id="summary-title">
          Attendance summary
        </Title>
        <span className={classes.completion}>Completion {counts.completion}%</span>
      </div>
      <dl className={classes.figures}>
        {stats.map(({ title, value, rate, tone }) => (
          <div key={title} data-tone={tone}>
            <dt>{title}</dt>
            <dd>
              {value}
              {rate !== undefined && <small> {rate}%</small>}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.progress} aria-hidden="true">
        <span data-tone="present" style={{ width: `${counts.present_rate}%` }} />
        <span data-tone="absent" style={{ width: `${counts.absent_rate}%` }} />
      </div>
    </section>
  );
}
