import '#web/ui/dates.css';
import { DatePicker } from '@mantine/dates';
import classes from './Dashboard.module.css';

/** The month beside the day, for choosing a date. */
export function SideCalendar({ date, go }: { date: string; go: (date: string) => void }) {
  return (
    <section className={`at-card ${classes.calendar}`} aria-label="Choose a date">
      <DatePicker
        key={date.slice(0, 7)}
        value={date}
        defaultDate={date}
        onChange={(next) => next && go(next)}
        firstDayOfWeek={1}
        size="sm"
        ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      />
    </section>
  );
}
