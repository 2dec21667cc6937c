import { validationError } from '#server/platform/http/api-error.ts';

const maxDays = 366;
const defaultDays = 14;

/**
 * The period of a list of past classes: by default until today, from 14 days back.
 * @param isLong by default goes back as far as allowed.
 * @throws ApiError 400 for a period that is reversed or longer than 366 days.
 */
export function periodOf(
  { from_date, to_date }: { from_date?: string | undefined; to_date?: string | undefined },
  today: string,
  isLong = false,
): { from: string; to: string } {
  const to = to_date ?? today;
  const from =
    from_date ??
    Temporal.PlainDate.from(to)
      .subtract({ days: isLong ? maxDays : defaultDays })
      .toString();
  if (from > to) throw validationError('to_date', 'must be later than or equal to from_date');
  if (Temporal.PlainDate.from(from).until(to).days > maxDays)
    throw validationError('from_date', `must be at most ${maxDays} days before to_date`);
  return { from, to };
}
