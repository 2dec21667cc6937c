import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { presets } from './presets.ts';

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
