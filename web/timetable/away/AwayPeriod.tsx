import { isDate } from '#contract/dates.ts';
import { isTime } from '#contract/time-text.ts';
import { DateRange } from '#web/ui/DateRange.tsx';
import { TimeInput } from '#web/ui/TimeInput.tsx';
import type { AwaySearch } from './search.ts';

/** The period of an address, from today by default. */
export function periodOf(search: AwaySearch, today: string) {
  const from = dateOr(search.from, today);
  return {
    from,
    to: dateOr(search.to, from),
    from_time: search.from_time || undefined,
    to_time: search.to_time || undefined,
  };
}

interface AwayPeriodProps {
  search: AwaySearch;
  today: string;
  change: (next: AwaySearch) => void;
}

/** The fields of a period: days, and times of the first and the last one. */
export function AwayPeriod({ search, today, change }: AwayPeriodProps) {
  const { from, to } = periodOf(search, today);
  return (
    <>
      <div>
        <DateRange
          label="Days"
          isDayAlone
          today={today}
          value={{ from, to: search.to === undefined ? null : to }}
          onChange={(span) => change({ from: span.from ?? undefined, to: span.to ?? undefined })}
        />
      </div>
      <TimeInput
        label="From (first day)"
        value={search.from_time ?? ''}
        onChange={(time) => {
          if (time === '' || isTime(time)) change({ from_time: time || undefined });
        }}
      />
      <TimeInput
        label="Until (last day)"
        value={search.to_time ?? ''}
        onChange={(time) => {
          if (time === '' || isTime(time)) change({ to_time: time || undefined });
        }}
      />
    </>
  );
}

const dateOr = (given: string | undefined, otherwise: string): string =>
  given !== undefined && isDate(given) ? given : otherwise;
