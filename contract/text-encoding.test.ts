import { expect, it } from 'vitest';
import { decodeText, unreadable } from './text-encoding.ts';

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)],
    ),
  );

it.each([
  ['UTF-8', bytes('Zoë Müller'), 'utf-8', 'Zoë Müller'],
  ['Windows-1252', bytes('Zo', 0xeb, ' M', 0xfc, 'ller'), 'windows-1252', 'Zoë Müller'],
  [
    'UTF-8 with a damaged byte, not as Windows-1252',
    bytes('Zoë Müller, Ren', 0xe9),
    'utf-8',
    `Zoë Müller, Ren${unreadable}`,
  ],
])('%s is read', (_name, given, encoding, text) => {
  expect(decodeText(given)).toEqual({ encoding, text });
});

it('bytes that are no text are none', () => {
  expect(decodeText(bytes('PK', 0, 0, 0, 0xff))).toBeNull();
});
