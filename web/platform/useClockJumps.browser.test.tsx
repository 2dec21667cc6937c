import { afterEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useClockJumps } from './useClockJumps.ts';

afterEach(() => vi.restoreAllMocks());

function Page({ onJump }: { onJump: () => void }) {
  useClockJumps(onJump);
  return 'Page';
}

it.each([
  ['put back', -5 * 3_600_000, 1],
  ['put forward', 60_000, 1],
  ['adjusted by a second', 1000, 0],
])(
  'a clock that is %s while the page is open: once, where it is a jump',
  async (_how, byMs, calls) => {
    const onJump = vi.fn();
    await render(<Page onJump={onJump} />);
    const real = Date.now.bind(Date);
    vi.spyOn(Date, 'now').mockImplementation(() => real() + byMs);
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('focus'));
    expect(onJump).toHaveBeenCalledTimes(calls);
  },
);
