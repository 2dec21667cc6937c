import { expect, it } from 'vitest';
import { errorDetail } from '#server/platform/error-details.ts';
import { lastingThread } from './thread.ts';

/** Answers with the number of jobs that its thread has done; jobs can fail, end it or take all memory. */
const counting = (idleMs = 10_000) =>
  lastingThread<number>(
    new URL(
      `data:text/javascript,${encodeURIComponent(`
      import { answerMain } from '${new URL('thread.ts', import.meta.url).href}';
      let count = 0;
      answerMain(async (job) => {
        if (job === 'fail') throw Object.assign(new Error('failed'), { code: 'X1' });
        if (job === 'end') process.exit(3);
        const rows = [];
        while (job === 'large') rows.push({ number: rows.length });
        return ++count;
      });`)}`,
    ),
    { maxHeapMb: 32, idleMs },
  );

it('a thread is used again, and calls at the same time have their own', async () => {
  const run = counting();
  expect(await run('')).toBe(1);
  expect(await run('')).toBe(2);
  expect((await Promise.all([run(''), run('')])).toSorted()).toEqual([1, 3]);
});

it.each([
  ['fail', 'X1', 'failed'],
  ['large', 'ERR_WORKER_OUT_OF_MEMORY', 'memory limit'],
  ['end', undefined, 'ended with 3'],
])('after “%s” the next job has a new thread', async (job, code, message) => {
  const run = counting();
  await run('');
  const error: unknown = await run(job).catch((thrown: unknown) => thrown);
  expect(errorDetail(error, 'code')).toBe(code);
  expect(String(error)).toContain(message);
  expect(await run('')).toBe(1);
});

it('a thread without work ends', async () => {
  const run = counting(50);
  expect(await run('')).toBe(1);
  // Jobs that follow at once are of the same thread.
  await expect.poll(() => run(''), { interval: 200 }).toBe(1);
});
