import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { createLine } from './line.ts';

const answer = () =>
  Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('a limited number works at once; the next one starts when one disconnects or its response has ended, in order', async () => {
  const line = createLine(2, 1000);
  const order: number[] = [];
  const outs = [0, 1, 2, 3].map(answer);
  const entered = outs.map(async (out, at) => {
    const leave = await line.enter(out);
    order.push(at);
    return leave;
  });
  await pause(5);
  expect(order).toEqual([0, 1]);
  const leave = await entered[0]!;
  leave();
  leave();
  await entered[2]!;
  expect(order).toEqual([0, 1, 2]);
  // A client that disconnects leaves its work running.
  outs[1]!.emit('close');
  await pause(5);
  expect(order).toEqual([0, 1, 2]);
  (await entered[1]!)();
  await entered[3]!;
  expect(order).toEqual([0, 1, 2, 3]);
});

it('a client that disconnects while it waits takes no place', async () => {
  const line = createLine(1, 1000);
  const leave = await line.enter(answer());
  const gone = answer();
  const entering = line.enter(gone);
  const later = line.enter(answer());
  gone.emit('close');
  await expect(entering).rejects.toThrow('left');
  leave();
  await later;
});

it('a request that waits too long is rejected with Retry-After', async () => {
  const line = createLine(1, 10);
  await line.enter(answer());
  const refused = await line.enter(answer()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
});

it('of those that wait, who has the fewest at work comes first', async () => {
  const line = createLine(3, 1000);
  const order: string[] = [];
  const enter = async (whose: string) => {
    const leave = await line.enter(answer(), whose);
    order.push(whose);
    return leave;
  };
  const first = [enter('greedy'), enter('greedy'), enter('greedy')];
  const others = [enter('greedy'), enter('greedy'), enter('new')];
  (await first[0]!)();
  (await others[2]!)();
  await others[0]!;
  expect(order).toEqual(['greedy', 'greedy', 'greedy', 'new', 'greedy']);
  for (const leave of [first[1]!, first[2]!, others[0]!, others[1]!]) (await leave)();
});
