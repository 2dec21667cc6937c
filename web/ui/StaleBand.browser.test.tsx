import { expect, it, vi } from 'vitest';
import { renderInSession } from '#web/test/render-in-session.tsx';
import { StaleBand, type Read } from './StaleBand.tsx';

const read = (more: Partial<Read>): Read => ({
  data: [],
  isFetching: false,
  isPlaceholderData: false,
  error: null,
  failureReason: null,
  dataUpdatedAt: Date.now(),
  refetch: vi.fn(),
  ...more,
});
const failure = new Error('The server does not answer.');

it('data that cannot be read again say from when they are, and are read again by a click', async () => {
  const failed = read({ failureReason: failure });
  const screen = await renderInSession(<StaleBand reads={[read({}), failed]} />);
  const band = screen.getByRole('status');
  await expect.element(band).toMatchTextContent(/Shown as of 09:1\d\. The server does not answer/);
  await band.getByRole('button', { name: 'Retry' }).click();
  expect(failed.refetch).toHaveBeenCalledOnce();
});

it('data that cannot be read again are tried when the network is back, but those that are being read', async () => {
  const failed = read({ error: failure });
  const underWay = read({ failureReason: failure, isFetching: true });
  await renderInSession(<StaleBand reads={[failed, underWay]} />);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => failed.refetch).toHaveBeenCalledOnce();
  expect(underWay.refetch).not.toHaveBeenCalled();
});

it('data of another day name it', async () => {
  const stored = read({ error: failure, dataUpdatedAt: Date.now() - 86_400_000 });
  const screen = await renderInSession(<StaleBand reads={[stored]} />);
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent(/Shown as of 1 Mar.*, 09:1\d/);
});

it.each([
  ['data that are read', read({})],
  ['no data', read({ data: undefined, error: failure })],
  ['data of something else', read({ isPlaceholderData: true, failureReason: failure })],
])('%s have no such band', async (_what, of) => {
  const screen = await renderInSession(<StaleBand reads={[of]} />);
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
});
