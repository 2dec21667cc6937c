import { expect, it } from 'vitest';
import { photoLink } from './files.ts';

const link = '/file/student-profile/a.jpg?expires=1&signature=b';

it.each([
  [34, '&size=96'],
  [96, '&size=96'],
  [97, '&size=240'],
  [480, '&size=480'],
  [481, ''],
])('a photo of %i pixels is read with “%s”', (pixels, added) => {
  expect(photoLink(link, pixels)).toBe(`${link}${added}`);
});

it('an imported address stays as it is', () => {
  expect(photoLink('https://photos.example/a.jpg', 96)).toBe('https://photos.example/a.jpg');
});
