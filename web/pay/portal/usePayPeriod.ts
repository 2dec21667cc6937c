import { useNavigate } from '@tanstack/react-router';
import { isDate } from '#contract/dates.ts';
import { useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { useTextSearch } from '#web/ui/search.ts';
import type { Span } from '#web/ui/DateRange.tsx';
import { presets } from '#web/ui/presets.ts';

type Days = Partial<Record<'from_date' | 'to_date', string>>;

interface PayPeriod {
  /** The period in the address; open on both ends for all time. */
  period: Span;
  /** Parameters to set first; null when the address has the period. */
  missing: Days | null;
  last15Days: Span;
  choose: (next: Partial<Span>) => void;
}

const allTime = 'all';
const valid = (date: unknown): string | null =>
  typeof date === 'string' && isDate(date) ? date : null;

/** The pay period in the address; by default the user's last one, or the last 15 days. */
export function usePayPeriod(): PayPeriod {
  const search: Days = useTextSearch();
  const navigate = useNavigate();
  const { id } = useUser();
  const { today } = useSession().config;
  const key = `pay-period ${id}`;
  const [from, to] = presets(today)['Last 15 Days'];
  const remembered = localStorage.getItem(key);
  const named = search.from_date !== undefined || search.to_date !== undefined;

  function choose({ from: first = null, to: last = null }: Partial<Span>) {
    localStorage.setItem(
      key,
      first === null && last === null ? allTime : `${first ?? ''}/${last ?? ''}`,
    );
    const days = { from_date: first ?? undefined, to_date: last ?? undefined, page: undefined };
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...days }),
      resetScroll: false,
    });
  }
  return {
    period: { from: valid(search.from_date), to: valid(search.to_date) },
    missing:
      named || remembered === allTime
        ? null
        : (daysOf(remembered) ?? { from_date: from, to_date: to }),
    last15Days: { from, to },
    choose,
  };
}

/** @param text `2026-11-01/2026-11-15`; either date may be missing. */
function daysOf(text: string | null): Days | null {
  const [from, to] = (text ?? '').split('/').map(valid);
  if (!from && !to) return null;
  return { from_date: from ?? undefined, to_date: to ?? undefined };
}
