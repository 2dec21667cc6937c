import { expect, it } from 'vitest';
import { changedFields, inWords } from './changed-fields.ts';

const held = (values: Record<string, unknown>, row: object = {}) => ({ values, row });
const words = (before: ReturnType<typeof held>, now: ReturnType<typeof held>, entered = '') =>
  changedFields(
    before,
    now,
    (name) => (name === 'start_time' ? 'Start time' : undefined),
    (name) => name === entered,
  ).map(inWords);

it.each([
  ['nothing', { a: 'x', b: null }, { a: 'x', b: '' }, []],
  ['text', { start_time: '09:00' }, { start_time: '09:30' }, ['Start time: 09:00 → 09:30']],
  ['a number', { capacity: 30 }, { capacity: 31 }, ['Capacity: 30 → 31']],
  ['what was empty', { batch: null }, { batch: '2026' }, ['Batch: empty → 2026']],
  ['what is empty now', { batch: '2026' }, { batch: '' }, ['Batch: 2026 → empty']],
  ['a list', { schedules_id: [1] }, { schedules_id: [1, 2] }, ['Schedules: another one now']],
])('%s', (_, before, now, expected) => {
  expect(words(held(before), held(now))).toEqual(expected);
});

it('lists changed references by name, as far as the row has one', () => {
  const of = (id: number, first_name: string) =>
    held({ teacher_id: id }, { teacher: { id, first_name, last_name: 'T', since_date: '2026' } });
  expect(words(of(1, 'Tess'), of(2, 'Theo'))).toEqual(['Teacher: Tess T → Theo T']);
  expect(words(held({ pay_id: 1 }), held({ pay_id: 2 }))).toEqual(['Pay: another one now']);
});

it('flags fields that were changed here too', () => {
  const [before, now] = [held({ start_time: '09:00' }), held({ start_time: '09:30' })];
  expect(words(before, now, 'start_time')).toEqual([
    'Start time: 09:00 → 09:30 (you changed it too)',
  ]);
});
