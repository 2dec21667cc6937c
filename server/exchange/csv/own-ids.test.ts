import { expect, it } from 'vitest';
import { withoutOwnId } from './own-ids.ts';

it.each([
  ['Fay Fox [W7]', 'Fay Fox'],
  ['Fay Fox (w7)', 'Fay Fox'],
  ['Fay Fox - W7', 'Fay Fox'],
  ['Fay Fox W7', 'Fay Fox'],
  ['Fay Fox #W7', 'Fay Fox'],
  ['W7 - Fay Fox', 'Fay Fox'],
  ['[W7] Fox, Fay', 'Fox, Fay'],
  ['Fox, Fay, W7', 'Fox, Fay'],
  ['Fox, Fay; W7', 'Fox, Fay'],
  ['Fay Fox (W77)', 'Fay Fox (W77)'],
  ['Fay Fox XW7', 'Fay Fox XW7'],
  ['Fay (Faye) Fox', 'Fay (Faye) Fox'],
])('the ID of the row beside a name is no part of it: %s', (text, name) => {
  expect(withoutOwnId(text, 'W7')).toBe(name);
});

it('an ID without digits may be a name', () => {
  expect(withoutOwnId('Ann Abel', 'abel')).toBe('Ann Abel');
});
