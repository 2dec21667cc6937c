import { expect, it } from 'vitest';
import { checkInsFor, stateOf } from './check-in-of-place.ts';

const names = { tess: 1, theo: 2, uma: 3, vic: 4 } as const;
type Name = keyof typeof names;
const line = (who: Name, place: Name, status: 'pending' | 'completed' = 'pending') => ({
  teacher: { id: names[who], first_name: who, last_name: 'X' },
  place: names[place],
  status,
});
const tess = { planned: names.tess, present: names.tess };
const theo = { planned: names.theo, present: names.theo };
const umaForTheo = { planned: names.theo, present: names.uma };

it.each([
  ['a teacher has the one of their own place', [tess, theo], [line('theo', 'theo')], 'tess', []],
  ['also where a stand-in is paid for it', [tess, theo], [line('vic', 'tess')], 'tess', ['vic']],
  ['a covering teacher too', [tess, umaForTheo], [line('uma', 'uma')], 'uma', ['uma']],
  ['made before the cover', [tess, umaForTheo], [line('theo', 'theo')], 'uma', ['theo']],
  ['a stand-in has their own', [tess, theo], [line('vic', 'tess')], 'vic', ['vic']],
  ['others have none while a place is open', [tess, theo], [line('tess', 'tess')], null, []],
  [
    'and then those of all',
    [tess, theo],
    [line('theo', 'theo'), line('tess', 'tess')],
    null,
    ['tess', 'theo'],
  ],
  ['of a class with one teacher any', [tess], [line('vic', 'tess')], null, ['vic']],
] as const)('%s (R-PAY-1)', (_rule, places, lines, user, expected) => {
  const counting = checkInsFor(places, lines, user === null ? null : names[user]);
  expect(counting.map(({ teacher }) => teacher.first_name)).toEqual(expected);
});

it('is pending while one of them is', () => {
  const completed = line('tess', 'tess', 'completed');
  expect(stateOf([])).toBe(null);
  expect(stateOf([completed])).toBe('completed');
  expect(stateOf([completed, line('theo', 'theo')])).toBe('pending');
});
