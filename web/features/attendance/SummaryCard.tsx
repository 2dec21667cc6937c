import { Progress, Title } from '@mantine/core';
import { useMemo } from 'react';
import type { RollRow } from '../../../contract/attendance.ts';
import { summarise } from '../../../contract/summary.ts';
import classes from './Attendance.module.css';

/** The four counts and their rounded rates (spec §4). */
export function SummaryCard({ roll }: { roll: RollRow[] }) {
  const counts = useMemo(() => summarise(roll), [roll]);
  const figures = [
    { title: 'Total', value: counts.total },
    { title: 'Present', value: counts.present, rate: counts.present_rate, tone: 'present' },
    { title: 'Absent', value: counts.absent, rate: counts.absent_rate, tone: 'absent' },
    { title: 'Not Taken', value: counts.not_taken },
  ];
  return (
    <section className="at-card" aria-labelledby="summary-title">
      <div className={classes.summary}>
        <Title order={2} size="h5" id="summary-title">
          Attendance summary
        </Title>
        <dl className={classes.figures}>
          {figures.map(({ title, value, rate, tone }) => (
            <div key={title} data-tone={tone}>
              <dt>{title}</dt>
              <dd>
                {value}
                {rate !== undefined && <small> {rate}%</small>}
              </dd>
            </div>
          ))}
        </dl>
        <div>
          <Progress.Root size="lg" aria-hidden="true">
            <Progress.Section value={counts.present_rate} color="var(--at-present)" />
            <Progress.Section value={counts.absent_rate} color="var(--at-absent)" />
          </Progress.Root>
          <p className={classes.completion}>Completion {counts.completion}%</p>
        </div>
      </div>
    </section>
  );
}
