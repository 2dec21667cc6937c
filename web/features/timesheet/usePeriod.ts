import { useNavigate, useSearch } from '@tanstack/react-router';
import { isDate } from '../../../contract/dates.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { presets } from '../../ui/presets.ts';
import type { Period } from './period.ts';

const day = (date: string | undefined): string | undefined => (date !== undefined && isDate(date) ? date : undefined);

/** The days that the address names; this week when it names none. */
export function usePeriod(): [Period, (next: Partial<Record<'from' | 'to', string | null>>) => void] {
  const said: { from?: string; to?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { today } = useSession().config;
  const [monday, sunday] = presets(today).find(({ label }) => label === 'This Week')!.value;
  const from = day(said.from) ?? day(said.to) ?? monday;
  const to = day(said.to) ?? (day(said.from) ? from : sunday);
  const go = (next: { from?: string | null; to?: string | null }) =>
    void navigate({ to: '.', search: { from: next.from ?? undefined, to: next.to ?? undefined }, resetScroll: false });
  return [from <= to ? { from, to } : { from: to, to: from }, go];
}
