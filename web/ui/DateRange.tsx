import './dates.css';
import { DatePickerInput } from '@mantine/dates';
import classes from './DateRange.module.css';
import { longDate } from './format.ts';
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

/** A period: two months are shown, with presets; on narrow screens one above the other. */
export function DateRange({ label, value, onChange, today }: DateRangeProps) {
  const buttons = Object.entries(presets(today)).map(([text, span]) => ({
    label: text,
    value: span,
  }));
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
      valueFormatter={({ date }) =>
        Array.isArray(date) && date.some((day) => day !== null)
          ? date.map((day) => (day === null ? '' : longDate(String(day)))).join(' – ')
          : ''
      }
      presets={buttons}
      value={[value.from, value.to]}
      defaultDate={value.from ?? today}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      classNames={{
        datePickerRoot: classes.picker,
        presetsList: classes.presets,
        levelsGroup: classes.months,
      }}
      popoverProps={{
        withinPortal: false,
        floatingStrategy: 'fixed',
        withRoles: false,
        middlewares: { flip: true, shift: true, size: true },
        classNames: { dropdown: classes.dropdown },
      }}
      onChange={([from, to]) => onChange({ from, to })}
    />
  );
}
