import { expect, it } from 'vitest';
import { htmlOf, withoutLinks } from './text.ts';

it('a text as a page is escaped, in paragraphs and lines (R-MSG-3)', () => {
  expect(htmlOf('a & <b>\n"c"\n\nd')).toContain(
    '<p>a &amp; &lt;b&gt;<br>&quot;c&quot;</p><p>d</p>',
  );
});

it.each([
  ['https://evil.example', 'https: //evil.\u2060example'],
  ['www.evil.example', 'www evil.\u2060example'],
  ['evil.example/login', 'evil.\u2060example/login'],
  ['Bo evil。example', 'Bo evil。\u2060example'],
  ['bo@evil.example', 'bo@\u2060evil.\u2060example'],
  ['J. R. Tolkien, 09.30 to 10.30', 'J. R. Tolkien, 09.30 to 10.30'],
])('a name %s becomes no link in a mail program (R-MSG-3)', (name, shown) => {
  expect(withoutLinks({ name })).toEqual({ name: shown });
});
