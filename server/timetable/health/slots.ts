import { sql, type RawBuilder } from 'kysely';
import type { HealthPeriod } from './period.ts';

/**
 * Days of a period as bits, the first day first: that two classes share a date is one operation,
 * instead of a comparison for each week.
 */
export interface DayBits {
  /** The bit of a date. */
  of: (date: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The bits from a date on until another, which may be null. */
  between: (first: RawBuilder<unknown>, last: RawBuilder<unknown>) => RawBuilder<unknown>;
  first: (bits: RawBuilder<unknown>) => RawBuilder<string>;
  last: (bits: RawBuilder<unknown>) => RawBuilder<string>;
}

export function bitsOf({ from, to }: Pick<HealthPeriod, 'from' | 'to'>): DayBits {
  const days = Temporal.PlainDate.from(from).until(to).days + 1;
  const all = (bit: '0' | '1') => sql`${bit.repeat(days)}::${sql.raw(`bit(${days})`)}`;
  return {
    of: (date) => sql`set_bit(${all('0')}, ${date} - ${from}::date, 1)`,
    between: (first, last) =>
      sql`((${all('1')} >> greatest(0, ${first} - ${from}::date))
        & (${all('1')} << greatest(0, ${to}::date - coalesce(${last}, ${to}::date))))`,
    first: (bits) => sql`(${from}::date + position(B'1' in ${bits}) - 1)`,
    last: (bits) => sql`(${from}::date + length(rtrim(${bits}::text, '0')) - 1)`,
  };
}

/**
 * Parts of a statement with `held`: `slots` has a row for each class, day of the week, time, teacher
 * and room with its dates as bits. A semester's 26 meetings of a class are one or two rows.
 */
export const slots = (bits: DayBits): RawBuilder<unknown> => sql`
  slots as materialized (
    select class, is_own, day, start_time, end_time, teacher_id, classroom_id, further_teachers,
      further_rooms, bit_or(${bits.of(sql`date`)}) as dates
    from held
    group by class, is_own, day, start_time, end_time, teacher_id, classroom_id, further_teachers,
      further_rooms
  )`;
