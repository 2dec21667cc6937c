import { expect, it } from 'vitest';
import { takesTwoLines } from './name-lines.ts';

it.each([
  ['Ann Lee', true],
  ['Charlotte Nguyen', true],
  ['Given505 Family3', true],
  ['Christopher Lee', false],
  ['Ann Marie Lee', false],
  ['Wammmwamm Lee', false],
  ['王小明 李', true],
  ['Zoë Strauß', true],
])('%s has room in two lines of a face: %s', (name, fits) => {
  expect(takesTwoLines(name)).toBe(fits);
});
