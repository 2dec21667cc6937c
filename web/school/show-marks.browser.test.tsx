import { QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#web/platform/api.ts';
import { createQueries } from '#web/platform/queries.ts';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { noMark, rollQuery, useShowMarks } from './roll.ts';

const of = { id: 7, date: '2026-03-02' };
const { queryKey } = rollQuery(of);

/** A page with a roll, whose reads fail while `isDown`. */
async function openRoll() {
  const network = { isDown: false };
  const read = vi.fn<() => Promise<object>>(async () => {
    if (network.isDown) throw new ApiError(503, {});
    return { results: [noMark(1)] };
  });
  function Page() {
    const show = useShowMarks(of);
    const queries = useQueryClient();
    const { status, fetchStatus } = useQuery<object>({
      queryKey,
      queryFn: read,
      staleTime: Infinity,
    });
    return (
      <>
        <output>{`${status} ${fetchStatus}`}</output>
        <button type="button" onClick={() => void queries.invalidateQueries({ queryKey })}>
          Read
        </button>
        <button type="button" onClick={() => void show([noMark(1)])}>
          Event
        </button>
        <button type="button" onClick={() => void show([noMark(1)], performance.now() - 60_000)}>
          Answer
        </button>
        <button
          type="button"
          onClick={() =>
            void show([{ ...noMark(1), id: 9, status: 'Present' }], performance.now() - 60_000)
          }
        >
          Other answer
        </button>
      </>
    );
  }
  const screen = await renderWithLibrary(
    <QueryClientProvider client={createQueries()}>
      <Page />
    </QueryClientProvider>,
  );
  const status = screen.getByRole('status');
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  await expect.element(status).toHaveTextContent('success idle');
  return { network, read, status, press };
}

it.each(['Event', 'Answer'])(
  '%s: marks that are shown after a failed read of the roll do not stand for it',
  async (name) => {
    const { network, read, status, press } = await openRoll();
    network.isDown = true;
    await press('Read');
    await expect.element(status, { timeout: 10_000 }).toHaveTextContent('error idle');
    network.isDown = false;
    read.mockClear();
    await press(name);
    await vi.waitFor(() => expect(read).toHaveBeenCalled());
    await expect.element(status).toHaveTextContent('success idle');
  },
);

it.each(['Event', 'Answer'])(
  '%s: nor do they while a failed read waits for its next try',
  async (name) => {
    const { network, read, status, press } = await openRoll();
    network.isDown = true;
    await press('Read');
    await vi.waitFor(() => expect(read.mock.calls.length).toBe(3));
    network.isDown = false;
    read.mockClear();
    await press(name);
    await vi.waitFor(() => expect(read).toHaveBeenCalled());
    await expect.element(status).toHaveTextContent('success idle');
  },
);

it('an answer whose mark the live stream has shown already reads nothing again, and another one does', async () => {
  const { read, press } = await openRoll();
  await press('Event');
  read.mockClear();
  await press('Answer');
  await press('Event');
  expect(read).not.toHaveBeenCalled();
  await press('Other answer');
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce());
});
