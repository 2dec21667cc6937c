import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInSession } from '#web/test/render-in-session.tsx';
import { useNewDay } from './useNewDay.ts';
import { useOpenedDay } from './useOpenedDay.ts';
import { useSession } from './SessionProvider.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

function Day({ go = () => {} }: { go?: (today: string) => void }) {
  const { today } = useSession().config;
  const opened = useOpenedDay(1);
  useNewDay('2026-03-01', go);
  return `Today ${today}, opened on ${opened}`;
}

/** Stops the browser's clock, that many milliseconds from now. */
const stopClock = (afterMs: number) => {
  const at = Date.now() + afterMs;
  vi.spyOn(Date, 'now').mockImplementation(() => at);
};
/** A tenth of a second before midnight in Sydney. */
const evening = { now: '2026-03-01T12:59:59.900Z', today: '2026-03-01' };
const before = 'Today 2026-03-01, opened on 2026-03-01';
const morning = 'Today 2026-03-02, opened on 2026-03-01';

it('at midnight of the institute today is the next day, and an opened record keeps its own', async () => {
  const go = vi.fn();
  stopClock(0);
  const screen = await renderInSession(<Day go={go} />, evening);
  await expect.element(screen.getByText(before)).toBeVisible();
  expect(go).not.toHaveBeenCalled();
  stopClock(1000);
  await expect.element(screen.getByText(morning)).toBeVisible();
  expect(sessionStorage.getItem('today')).toBe('2026-03-02');
  expect(go.mock.calls).toEqual([['2026-03-02']]);
});

it.each<[string, () => unknown]>([
  ['is shown again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['gets the focus', () => window.dispatchEvent(new Event('focus'))],
  ['gets the first key', () => userEvent.keyboard('8')],
])('a page that slept over midnight has the new day when it %s', async (_when, wake) => {
  const screen = await renderInSession(<Day />, { now: '2026-03-01T02:00:00Z' });
  await expect.element(screen.getByText(before)).toBeVisible();
  stopClock(20 * 3_600_000);
  await wake();
  await expect.element(screen.getByText(morning)).toBeVisible();
});

it('a configuration that was stored on another day does not name the day', async () => {
  stopClock(0);
  const screen = await renderInSession(<Day />, { ...evening, today: '2026-02-20' });
  await expect.element(screen.getByText(before)).toBeVisible();
});
