import { expect, it } from 'vitest';
import { noTaps, withTap, type Tap } from './taps.ts';

let number = 0;
const tap = (who: string, tone: Tap['tone']): Tap => ({
  number: ++number,
  who,
  tone,
  text: tone,
  at: 0,
});

it('the last ten taps are stored, newest first', () => {
  const taps = Array.from({ length: 12 }, (_, at) => tap(`S${at}`, 'good')).reduce(withTap, noTaps);
  expect(taps.last.map(({ who }) => who)).toEqual([
    'S11',
    'S10',
    'S9',
    'S8',
    'S7',
    'S6',
    'S5',
    'S4',
    'S3',
    'S2',
  ]);
});

it('rejected students are stored however many taps follow, once each, until they are accepted', () => {
  const refused = [
    tap('A', 'bad'),
    tap('B', 'bad'),
    tap('A', 'bad'),
    ...Array.from({ length: 20 }, () => tap('C', 'good')),
  ].reduce(withTap, noTaps);
  expect(refused.notTaken.map(({ who }) => who)).toEqual(['B', 'A']);
  expect(withTap(refused, tap('B', 'good')).notTaken.map(({ who }) => who)).toEqual(['A']);
});
