import { expect, it } from 'vitest';
import { htmlOf } from './text.ts';

it('a text as a page is escaped, in paragraphs and lines (R-MSG-3)', () => {
  expect(htmlOf('a & <b>\n"c"\n\nd')).toContain(
    '<p>a &amp; &lt;b&gt;<br>&quot;c&quot;</p><p>d</p>',
  );
});
