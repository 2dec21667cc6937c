import '#web/ui/dates.css';
import { DatePicker } from '@mantine/dates';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useDaysOff } from '#web/ui/useDaysOff.ts';
import { spanOf } from '#web/ui/month-span.ts';
import classes from './SideCalendar.module.css';
import { comingHolidays } from '#web/school/days.ts';

interface SideCalendarProps {
  date: string;
  /** The institute's date, which may differ from the browser's. */
  today: string;
  go: (date: string) => void;
}

/** The month beside the day, for choosing a date; today, holidays and days without classes are marked. */
export function SideCalendar({ date, today, go }: SideCalendarProps) {
  const [shown, setShown] = useState(date);
  const found = useQuery({
    ...comingHolidays(spanOf(shown).from),
    placeholderData: keepPreviousData,
  });
  const daysOff = useDaysOff();
  const holidayOn = (day: string) =>
    (found.data?.results ?? [])
      .filter(({ date_from, date_to }) => date_from <= day && day <= date_to)
      .map(({ name }) => name)
      .join(', ') || undefined;
  return (
    <section className={`at-card ${classes.calendar}`} aria-label="Choose a date">
      <DatePicker
        value={date}
        date={shown}
        onDateChange={setShown}
        onChange={(next) => next && go(next)}
        firstDayOfWeek={1}
        weekendDays={daysOff}
        size="sm"
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
        getDayAriaLabel={(day) => {
          const holiday = holidayOn(day);
          return `${dayjs(day).format('D MMMM YYYY')}${holiday ? `, holiday: ${holiday}` : ''}`;
        }}
        getDayProps={(day) => {
          const holiday = holidayOn(day);
          return {
            className: classes.day!,
            ...(day === today && { 'aria-current': 'date', 'data-is-today': true }),
            ...(holiday && { title: holiday, 'data-holiday': true }),
          };
        }}
      />
      <p className={classes.legend} aria-hidden="true">
        <span data-is-today="true">Today</span>
        <span data-holiday="true">Holiday</span>
      </p>
    </section>
  );
}
