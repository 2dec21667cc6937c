import { expect, it } from 'vitest';
import { whenIdle } from './when-idle.ts';

it('works after what is under way, and not once cancelled', async () => {
  const done: string[] = [];
  const finished = new Promise<void>((resolve) => {
    whenIdle(() => {
      done.push('idle');
      resolve();
    });
  });
  whenIdle(() => done.push('cancelled'))();
  done.push('under way');
  await finished;
  expect(done).toEqual(['under way', 'idle']);
});
