import { QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { renderWithLibrary } from '#web/test/render-with-library.tsx';
import { noMark, rollQuery, useShowMarks } from './roll.ts';

const of = { id: 7, date: '2026-03-02' };
const { queryKey } = rollQuery(of);

it('a mark that is shown after a failed read of the roll does not stand for that read', async () => {
  const read = vi
    .fn<() => Promise<object>>()
    .mockResolvedValueOnce({ results: [noMark(1)] })
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue({ results: [noMark(1)] });
  function Page() {
    const show = useShowMarks(of);
    const queries = useQueryClient();
    const { status } = useQuery<object>({ queryKey, queryFn: read, staleTime: Infinity });
    return (
      <>
        <output>{status}</output>
        <button type="button" onClick={() => void queries.invalidateQueries({ queryKey })}>
          Read
        </button>
        <button type="button" onClick={() => void show([noMark(1)])}>
          Show
        </button>
      </>
    );
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await renderWithLibrary(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  const status = screen.getByRole('status');
  await expect.element(status).toHaveTextContent('success');
  await screen.getByRole('button', { name: 'Read' }).click();
  await expect.element(status).toHaveTextContent('error');
  await screen.getByRole('button', { name: 'Show' }).click();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3));
  await expect.element(status).toHaveTextContent('success');
});
