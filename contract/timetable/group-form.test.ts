import { expect, it } from 'vitest';
import { groupForm } from './group-form.ts';

it('groups are the same in any case, order and spacing', () => {
  expect(['12A, 12B', '12b,12a', ' 12B / 12A', '12A;12B,'].map(groupForm)).toEqual(
    Array.from({ length: 4 }, () => '12a, 12b'),
  );
  expect([groupForm('12A'), groupForm('12A B'), groupForm('É1')]).toEqual(['12a', '12a b', 'é1']);
});
