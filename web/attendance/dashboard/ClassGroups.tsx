import { Title } from '@mantine/core';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useDrawn } from '#web/ui/useDrawn.ts';
import { useSteadyRows } from '#web/ui/useSteadyRows.ts';
import { ClassCard } from './ClassCard.tsx';
import { ClassTable } from './ClassTable.tsx';
import classes from './Dashboard.module.css';
import { byHour, maxCards } from './day.ts';

interface ClassGroupsProps {
  all: ClassSchedule[];
  view: 'cards' | 'table';
  date: string;
  today: string;
  /** Roll and view are disabled: a future date. */
  future: boolean;
}

/** "Current and Upcoming Classes" and "Previous Classes" (R-CLASS-4). */
export function ClassGroups({ all, view, date, today, future }: ClassGroupsProps) {
  const groups = [
    { title: 'Current and Upcoming Classes', of: all.filter((it) => it.period !== 'passed') },
    { title: 'Previous Classes', of: all.filter((it) => it.period === 'passed') },
  ];
  const filled = groups.filter(({ of }) => of.length);
  // Below many classes nothing is in sight yet.
  const drawn = useDrawn(filled.length < 2 || filled[0]!.of.length <= maxCards);
  return filled.slice(0, drawn ? 2 : 1).map(({ title, of }) => (
    <section key={title} aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {view === 'table' ? (
        <ClassTable label={title} groups={byHour(of)} date={date} today={today} future={future} />
      ) : (
        <ClassCards of={of} date={date} future={future} />
      )}
    </section>
  ));
}

function ClassCards({ of, date, future }: { of: ClassSchedule[]; date: string; future: boolean }) {
  const steady = useSteadyRows<HTMLDivElement>('article');
  return (
    <div className={classes.cards} {...steady}>
      {of.map((it) => (
        <ClassCard key={it.id} of={it} date={date} future={future} />
      ))}
    </div>
  );
}
