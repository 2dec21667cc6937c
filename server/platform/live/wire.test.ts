import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChangeBatch, decodeChanges, encodeChanges, maxIds, type Change } from './wire.ts';

const topic = fc.stringMatching(/^(class:[1-9]\d{0,8}:\d{4}-\d\d-\d\d|day:\d{4}-\d\d-\d\d)$/);
const ids = fc.option(
  fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 40 }), { minLength: 1, maxLength: maxIds }),
);
const changes = fc.array(fc.record<Change>({ topic, ids }), { maxLength: 300 });

describe('notifications', () => {
  it('contain the changes, in order, in payloads that PostgreSQL accepts', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const payloads = encodeChanges(all);
        expect(payloads.flatMap(decodeChanges)).toEqual(all);
        for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8000);
      }),
    );
  });

  it('of an earlier release contain topics only: anything may have changed', () => {
    expect(decodeChanges('class:1:2026-03-02 day:2026-03-02')).toEqual([
      { topic: 'class:1:2026-03-02', ids: null },
      { topic: 'day:2026-03-02', ids: null },
    ]);
  });
});

describe('a batch of changes', () => {
  it('contains each topic once, with all its changes', () => {
    const batch = new ChangeBatch();
    batch.add('a', [1, 2]);
    batch.add('b', [1]);
    batch.add('a', [2, 3]);
    expect(batch.take()).toEqual([
      { topic: 'a', ids: [1, 2, 3] },
      { topic: 'b', ids: [1] },
    ]);
    expect(batch.take()).toEqual([]);
  });

  it.each([
    ['anything changed before', [null, [1]]],
    ['anything changed after', [[1], null]],
    ['more changed than is worth naming', [Array.from({ length: maxIds + 1 }, (_, id) => id)]],
  ])('names nothing of a topic in which %s', (_when, given) => {
    const batch = new ChangeBatch();
    for (const some of given) batch.add('a', some);
    expect(batch.take()).toEqual([{ topic: 'a', ids: null }]);
  });
});
