import './dates.css';
import './schedule.css';
import { MonthView, type ScheduleEventData } from '@mantine/schedule';
import { limits } from '#contract/limits.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useDaysOff } from './useDaysOff.ts';
import classes from './MonthCalendar.module.css';

/** Something on a day of the calendar. */
export interface DayEvent {
  date: string;
  title: string;
  tone: 'holiday' | 'class';
}

interface MonthCalendarProps {
  /** A day of the month that is shown. */
  shown: string;
  onShow: (date: string) => void;
  events: DayEvent[];
  /** The chosen day. */
  chosen?: string;
  onDay?: (date: string) => void;
}

const colors = { holiday: 'red.9', class: '#1b7a43' };

/** A month from Monday on, with at most two events a day (R-SHELL-5). */
export function MonthCalendar({ shown, onShow, events, chosen, onDay }: MonthCalendarProps) {
  const { today } = useSession().config;
  const daysOff = useDaysOff();
  return (
    <MonthView
      className={classes.month}
      date={shown}
      onDateChange={onShow}
      events={events.map(({ date, title, tone }): ScheduleEventData => ({
        id: `${date} ${title}`,
        title,
        start: `${date} 00:00:00`,
        end: `${date} 23:59:59`,
        color: colors[tone],
        variant: 'filled',
      }))}
      maxEventsPerDay={limits.eventsPerDay}
      // The browser's date may differ from the institute's.
      highlightToday={false}
      firstDayOfWeek={1}
      weekendDays={daysOff}
      weekdayFormat="ddd"
      getDayProps={(day) => ({
        ...(day === today && { 'data-is-today': true }),
        ...(day === chosen && { className: classes.chosen }),
        ...(day === (chosen ?? today) && { 'aria-current': 'date' as const }),
      })}
      onDayClick={onDay}
      // The day is the target; a bar within it would be too small for a finger.
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
  );
}
