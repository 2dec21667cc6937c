import '@mantine/dates/styles.css';
import '@mantine/schedule/styles.css';
import { Modal, VisuallyHidden } from '@mantine/core';
import { MonthView, type ScheduleEventData } from '@mantine/schedule';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import type { ClassDays } from '../../../contract/calendar.ts';
import { limits } from '../../../contract/limits.ts';
import { LoadError } from '../../ui/LoadError.tsx';
import classes from './Dashboard.module.css';
import { classDays } from './queries.ts';

interface MonthDialogProps {
  date: string;
  close: () => void;
  go: (date: string) => void;
}

/** The month: class days green, holidays red, at most two events a day (spec §2). */
export function MonthDialog({ date, close, go }: MonthDialogProps) {
  const [shown, setShown] = useState(date);
  // Six weeks are drawn, whatever the month.
  const from = dayjs(shown).startOf('month').subtract(7, 'day').format('YYYY-MM-DD');
  const to = dayjs(shown).endOf('month').add(14, 'day').format('YYYY-MM-DD');
  const days = useQuery({ ...classDays(from, to), placeholderData: keepPreviousData });
  const events = useMemo(() => eventsOf(days.data), [days.data]);
  return (
    <Modal
      opened
      onClose={close}
      size="xl"
      title={
        <>
          Calendar<VisuallyHidden>, choose a day</VisuallyHidden>
        </>
      }
    >
      {days.isError && <LoadError error={days.error} retry={() => void days.refetch()} />}
      <MonthView
        date={shown}
        onDateChange={setShown}
        events={events}
        maxEventsPerDay={limits.eventsPerDay}
        // The browser's day may be another one than the institute's.
        highlightToday={false}
        firstDayOfWeek={1}
        weekdayFormat="ddd"
        onDayClick={go}
        // The day is what one chooses; a bar within it would be a target too small for a finger.
        renderEvent={(_event, { className, style, children }) => (
          <div className={`${className} ${classes.event}`} style={style}>
            {children}
          </div>
        )}
        viewSelectProps={{ style: { display: 'none' } }}
        todayControlProps={{ style: { display: 'none' } }}
        previousControlProps={{ 'aria-label': 'Previous month' }}
        nextControlProps={{ 'aria-label': 'Next month' }}
      />
    </Modal>
  );
}

function eventsOf(found: ClassDays | undefined): ScheduleEventData[] {
  return (found?.days ?? []).flatMap(({ date, kind, holidays }): ScheduleEventData[] => {
    const times = { start: `${date} 00:00:00`, end: `${date} 23:59:59` };
    const red = holidays.map((name, place) => ({
      ...times,
      id: `${date} holiday ${place}`,
      title: name,
      color: 'red.9',
      variant: 'filled' as const,
    }));
    if (kind !== 'class_day') return red;
    return [{ ...times, id: `${date} class`, title: 'Class Day', color: '#1b7a43', variant: 'filled' as const }];
  });
}
