import './dates.css';
import { DatePickerInput } from '@mantine/dates';
import classes from './DateRange.module.css';
import { longDate } from './format.ts';
import { presets } from './presets.ts';
import { useDaysOff } from './useDaysOff.ts';

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
  /** A first day without a last one is the whole period, and not an open one. */
  isDayAlone?: boolean;
}

/** A period: two months are shown, with presets; on narrow screens one above the other. */
export function DateRange({ label, value, onChange, today, isDayAlone = false }: DateRangeProps) {
  const daysOff = useDaysOff();
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
      weekendDays={daysOff}
      valueFormatter={({ date }) =>
        Array.isArray(date) && date.some((day) => day !== null) ? rangeText(date, isDayAlone) : ''
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

/** `2 Mar 2026 – 8 Mar 2026`, `2 Mar 2026 –` of an open one; a day alone is written once. */
function rangeText(dates: (Date | string | null)[], isDayAlone: boolean): string {
  const days = dates.map((day) => (day === null ? '' : longDate(String(day))));
  const [from = '', to = ''] = days;
  return from === to || (isDayAlone && to === '') ? from : days.join(' – ');
}
