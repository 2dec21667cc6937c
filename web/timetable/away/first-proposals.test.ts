import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstProposals, proposalsFor } from './first-proposals.ts';

const proposal = (id: number) => ({
  id,
  first_name: `T${id}`,
  last_name: '',
  teaches_subject: false,
  minutes_in_week: 0,
});
const hour = (of: number) => `${String(of).padStart(2, '0')}:00`;
const meetings = fc
  .array(
    fc.record({
      day: fc.integer({ min: 1, max: 2 }),
      start: fc.integer({ min: 8, max: 12 }),
      length: fc.integer({ min: 1, max: 3 }),
      proposals: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map(({ day, start, length, proposals }, id) => ({
      id,
      date: `2026-03-0${day}`,
      start_time: hour(start),
      end_time: hour(start + length),
      proposals: proposals.map(proposal),
    })),
  );

it('no teacher is the first proposal of two meetings at the same time', () => {
  fc.assert(
    fc.property(meetings, (all) => {
      const chosen = firstProposals(all);
      for (const one of all) {
        const free = proposalsFor(one, all, chosen).map(({ id }) => id);
        const own = chosen.get(one.id);
        // The chosen teacher is free then; without a choice, no proposal is left.
        if (own === undefined) expect(free).toEqual([]);
        else expect(free).toContain(own);
      }
    }),
  );
});

it('a meeting with one proposal takes precedence over one with several', () => {
  const at = { date: '2026-03-02', start_time: '09:00', end_time: '10:00' };
  const chosen = firstProposals([
    { ...at, id: 1, proposals: [proposal(7), proposal(8)] },
    { ...at, id: 2, proposals: [proposal(7)] },
    { ...at, id: 3, start_time: '10:00', end_time: '11:00', proposals: [proposal(7)] },
  ]);
  expect(chosen).toEqual(
    new Map([
      [2, 7],
      [3, 7],
      [1, 8],
    ]),
  );
});
