import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { fullDay } from '#web/ui/format.ts';
import classes from './Away.module.css';

/** Meetings by day. */
export function AwayDays<Meeting extends { date: string }>({
  meetings,
  children,
}: {
  meetings: Meeting[];
  /** The row of a meeting. */
  children: (meeting: Meeting) => ReactNode;
}) {
  return [...Map.groupBy(meetings, ({ date }) => date)].map(([date, ofDay]) => (
    <section key={date} aria-label={fullDay(date)}>
      <Title order={2} size="h5" my="xs">
        {fullDay(date)}
      </Title>
      <ul className={`at-card ${classes.away}`}>{ofDay.map(children)}</ul>
    </section>
  ));
}
