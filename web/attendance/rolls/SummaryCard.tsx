import { Title } from '@mantine/core';
import { useMemo } from 'react';
import type { RollRow } from '#contract/marks.ts';
import { summarise } from '#contract/attendance/summary.ts';
import classes from './Attendance.module.css';

interface SummaryCardProps {
  /** The roll after what waits is sent. */
  roll: RollRow[];
  /** How many of its students have a mark that waits. */
  unsent?: number;
}

/** The four counts and their rounded rates (R-ROLL-8), with what waits for the network. */
export function SummaryCard({ roll, unsent = 0 }: SummaryCardProps) {
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
        <span className={classes.completion}>
          {unsent > 0 && `${unsent} not sent yet · `}Completion {counts.completion}%
        </span>
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
