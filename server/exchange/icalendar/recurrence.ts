import { RRuleTemporal } from 'rrule-temporal';
import { keysOf } from '#contract/keys-of.ts';

/** A rule that no class can follow, in words. */
export class RuleError extends Error {}

interface Recurrence {
  /** The value of an `RRULE`, without `UNTIL`. */
  rule: string;
  start: Temporal.PlainDateTime;
  /** The last local time, of `UNTIL`. */
  until: Temporal.PlainDateTime | null;
  /** What is earlier is left out; what is later is not looked at. */
  from?: Temporal.PlainDateTime;
  end: Temporal.PlainDateTime;
  /** After so many the rule is refused. */
  max: number;
}

/** Periods that are looked at: 27 years of days. */
const maxPeriods = 10_000;
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const partsWithinDays = { BYHOUR: 'hour', BYMINUTE: 'minute', BYSECOND: 'second' } as const;

/**
 * The local times of a rule, its start included. They are computed without a zone: a class at nine is
 * at nine whatever the clocks do, and the instant follows afterwards.
 * @throws RuleError for a rule that repeats within days, is damaged, or has more occurrences than `max`.
 */
export function recurrence({
  rule: given,
  start,
  until,
  from,
  end,
  max,
}: Recurrence): Temporal.PlainDateTime[] {
  const rule = plainRule(given, start);
  const parts = new Map(
    rule.split(';').map((part) => {
      const [name = '', value = ''] = part.toUpperCase().split('=');
      return [name.trim(), value.trim()];
    }),
  );
  const frequency = parts.get('FREQ') ?? '';
  if (!frequencies.includes(frequency))
    throw new RuleError(
      `repeats ${frequency.slice(0, 20) || 'without FREQ'}: a class repeats by days`,
    );
  for (const name of ['COUNT', 'INTERVAL'])
    if (parts.has(name) && !/^[1-9]\d*$/.test(parts.get(name) ?? ''))
      throw new RuleError(`has a ${name} that cannot be read`);
  const within = keysOf(partsWithinDays).find((name) => parts.has(name));
  if (within) throw new RuleError(`has ${within}: a class repeats by days`);
  const last = until && Temporal.PlainDateTime.compare(until, end) < 0 ? until : end;
  const found: Temporal.PlainDateTime[] = [];
  let isTooMuch = false;
  try {
    new RRuleTemporal({
      rruleString: rule,
      dtstart: start.toZonedDateTime('UTC'),
      maxIterations: maxPeriods,
      includeDtstart: true,
    }).all((date) => {
      const local = Temporal.PlainDateTime.from(date.toString().slice(0, 19));
      if (Temporal.PlainDateTime.compare(local, last) > 0) return false;
      if (from && Temporal.PlainDateTime.compare(local, from) < 0) return true;
      if (found.length >= max) isTooMuch = true;
      else found.push(local);
      return !isTooMuch;
    });
  } catch {
    throw new RuleError('cannot be read');
  }
  if (isTooMuch) throw new RuleError(`has more than ${max} occurrences`);
  return found;
}

/** The rule without white space, and without parts that say the time at which it starts (Lotus Notes). */
const plainRule = (given: string, start: Temporal.PlainDateTime): string =>
  given
    .replace(/^RRULE:/i, '')
    .replaceAll(/\s+/g, '')
    .split(';')
    .filter((part) => {
      const [name = '', value = ''] = part.toUpperCase().split('=');
      const unit = keysOf(partsWithinDays).find((within) => within === name);
      return unit === undefined || value === '' || Number(value) !== start[partsWithinDays[unit]];
    })
    .join(';');
