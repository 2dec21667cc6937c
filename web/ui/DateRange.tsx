import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import dayjs from 'dayjs';

export interface Span {
  /** `YYYY-MM-DD`, or null for open. */
  from: string | null;
  to: string | null;
}

interface DateRangeProps {
  label: string;
  value: Span;
  onChange: (span: Span) => void;
  /** The institute's date. */
  today: string;
}

const day = (date: dayjs.Dayjs) => date.format('YYYY-MM-DD');

/** The spans that are chosen with one click (spec §9); weeks begin on Monday. */
export function presets(today: string): { label: string; value: [string, string] }[] {
  const now = dayjs(today);
  const monday = now.subtract((now.day() + 6) % 7, 'day');
  return [
    { label: 'Today', value: [today, today] },
    { label: 'This Week', value: [day(monday), day(monday.add(6, 'day'))] },
    { label: 'Last 15 Days', value: [day(now.subtract(14, 'day')), today] },
    { label: 'This Month', value: [day(now.startOf('month')), day(now.endOf('month'))] },
  ];
}

/** A span of days: two months are shown, with presets. */
export function DateRange({ label, value, onChange, today }: DateRangeProps) {
  return (
    <DatePickerInput
      type="range"
      label={label}
      placeholder="From – to"
      numberOfColumns={2}
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      firstDayOfWeek={1}
      valueFormat="D MMM YYYY"
      presets={presets(today)}
      value={[value.from, value.to]}
      defaultDate={value.from ?? today}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      popoverProps={{ withinPortal: false, floatingStrategy: 'fixed', withRoles: false }}
      onChange={([from, to]) => onChange({ from, to })}
    />
  );
}
