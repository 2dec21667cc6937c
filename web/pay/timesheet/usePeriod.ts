import { useNavigate } from '@tanstack/react-router';
import { isDate } from '#contract/dates.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useTextSearch } from '#web/ui/search.ts';
import { presets } from '#web/ui/presets.ts';
import type { Period } from './period.ts';

const day = (date: string | undefined): string | undefined =>
  date !== undefined && isDate(date) ? date : undefined;

/** The period in the address; by default this week. */
export function usePeriod(): [
  Period,
  (next: Partial<Record<'from' | 'to', string | null>>) => void,
] {
  const search = useTextSearch();
  const navigate = useNavigate();
  const { today } = useSession().config;
  const [monday, sunday] = presets(today)['This Week'];
  const from = day(search.from) ?? day(search.to) ?? monday;
  const to = day(search.to) ?? (day(search.from) ? from : sunday);
  const go = (next: { from?: string | null; to?: string | null }) =>
    void navigate({
      to: '.',
      search: { from: next.from ?? undefined, to: next.to ?? undefined },
      resetScroll: false,
    });
  return [from <= to ? { from, to } : { from: to, to: from }, go];
}
