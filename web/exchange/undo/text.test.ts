import { expect, it } from 'vitest';
import { actOf, actorOf, byActor, followersText, titleOf, withDates } from './text.ts';

it('an undo is undone to bring back, and that again to undo (R-UNDO-2)', () => {
  const of = { kind: 'undo', about: 'OneRoster' } as const;
  expect(actOf({ ...of, kind: 'import', brings_back: false }).title).toBe('Undo Import: OneRoster');
  expect(actOf({ ...of, brings_back: false })).toMatchObject({
    title: 'Bring back: OneRoster',
    verb: 'Bring back',
  });
  expect(titleOf({ ...of, brings_back: true })).toBe('Brought back: OneRoster');
  expect(actOf({ ...of, brings_back: true }).title).toBe('Undo again: OneRoster');
});

it('dates of reasons and labels have the form of the institute; numbers are no dates', () => {
  expect(withDates('MATH101 2026-09-28')).toBe('MATH101 28 Sept 2026');
  expect(withDates('has 1 mark, the last on 2026-11-25')).toBe(
    'has 1 mark, the last on 25 Nov 2026',
  );
  expect(withDates('S2026-11-255')).toBe('S2026-11-255');
});

it('rows that follow others are summed up', () => {
  expect(followersText(1)).toBe('And 1 row that belongs to them.');
  expect(followersText(1440)).toBe('And 1,440 rows that belong to them.');
});

it('says who has done what no user did: commands import, and the server does the rest', () => {
  expect(actorOf({ kind: 'import', done_by: null })).toBe('Command line');
  expect(byActor({ kind: 'edit', done_by: null })).toBe('by the server');
  expect(byActor({ kind: 'edit', done_by: { id: 1, name: 'Ada' } })).toBe('by Ada');
});
