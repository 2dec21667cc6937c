import { expect, it } from 'vitest';
import { unlinkedBut } from './unlinked.ts';

it.each([
  ['evil.example: 3', 'evil.\u2060example: 3'],
  ['https://evil.example/me', 'https: //evil.\u2060example/me'],
  ['https://a.school.example/open-rolls?to=1', 'https://a.school.example/open-rolls?to=1'],
  // Another site, whose name begins as ours.
  ['https://a.school.example.evil', 'https: //a.\u2060school.\u2060example.\u2060evil'],
  ['All:\nhttps://a.school.example/me', 'All:\nhttps://a.school.example/me'],
  ['3 rolls, 09.30 to 10.30', '3 rolls, 09.30 to 10.30'],
])('in a mail to staff %j has links to our own pages alone (R-MAIL-1)', (text, shown) => {
  expect(unlinkedBut(text, 'https://a.school.example')).toBe(shown);
});
