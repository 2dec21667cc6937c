import { expect, it } from 'vitest';
import { wrongDates } from './address-dates.ts';

it.each([
  [{}, []],
  [{ date: '2026-11-18', from: '2026-02-28', at: '2026-11-18T09:00:00Z' }, []],
  [{ date: '', id: '7', text: '9999-12-31' }, []],
  [{ date: '9999-12-31' }, ['date']],
  [{ date: '2026-02-30', to_date: '18.11.2026' }, ['date', 'to_date']],
  [{ from: 'today', to: '2026-13-01', on: '2026-1-1' }, ['from', 'to', 'on']],
  [{ at: 'yesterday' }, ['at']],
])('the address %j has the wrong dates %j', (search, names) => {
  expect(wrongDates(search).map(({ name }) => name)).toEqual(names);
});
