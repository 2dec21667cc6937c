import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asSent, cardFormats, storedCard, type CardFormat, type CardTerms } from './card-number.ts';
import { keysOf } from './keys-of.ts';

const terms = (
  card_format: CardFormat,
  card_byte_order: CardTerms['card_byte_order'] = 'as_sent',
): CardTerms => ({ ...asSent, card_format, card_byte_order });

/** One card: bytes 04 A2 24 B1, as readers send it. */
const asDecimal = String(0x04a224b1);

describe('numbers of cards (R-CARD-1)', () => {
  it.each<[CardFormat, string, string[]]>([
    ['as_sent', '0077735089', ['0077735089', ' 0077735089 ', '\u200b0077735089', '００77735089']],
    [
      'decimal',
      asDecimal,
      [asDecimal, `00${asDecimal}`, `;${asDecimal}?`, '04A224B1', '0x04a224b1', '04:a2:24:b1'],
    ],
    ['hex', '04A224B1', ['04a224b1', '4A224B1', '04 A2 24 B1', '04-a2-24-b1', '04A224B1h']],
    ['mixed', '0077735089', ['0077735089', '04A224B1', '04.A2.24.B1', '0x4a224b1']],
    ['mixed', '04A224B15C6D80', ['04a224b15c6d80', '04:A2:24:B1:5C:6D:80']],
    ['mixed', '0305419896', ['12345678', '0305419896']],
    ['wiegand26', '0010658513', ['162,41681', '16241681', '0010658513', 'A2A2D1']],
    ['wiegand34', '3039D431', ['1234554321', '12345,54321', '3039d431', '0x3039D431']],
  ])('%s: %s', (format, stored, sent) => {
    expect(sent.map((text) => storedCard(text, terms(format)))).toEqual(sent.map(() => stored));
  });

  it('the bits of the wire are read by their parity', () => {
    const data = (0xa2a2d1).toString(2).padStart(24, '0');
    const ones = (bits: string) => bits.replaceAll('0', '').length;
    const first = ones(data.slice(0, 12)) % 2;
    const last = 1 - (ones(data.slice(12)) % 2);
    expect(storedCard(`${first}${data}${last}`, terms('wiegand26'))).toBe('0010658513');
    const wrong = `${1 - first}${data}${last}`;
    expect(storedCard(wrong, terms('wiegand26'))).toBe(wrong);
  });

  it('either byte order is one number', () => {
    for (const [format, one, other] of [
      ['hex', '04A224B1', 'B124A204'],
      ['decimal', asDecimal, String(0xb124a204)],
      ['mixed', '04A224B15C6D80', '806D5CB124A204'],
      ['wiegand26', 'A2A2D1', 'D1A2A2'],
    ] as const) {
      expect(storedCard(one, terms(format, 'either'))).toBe(
        storedCard(other, terms(format, 'either')),
      );
      expect(storedCard(one, terms(format))).not.toBe(storedCard(other, terms(format)));
    }
  });

  it('either byte order is one number, whatever its 4, 5 or 7 bytes', () => {
    const card = fc
      .constantFrom(4, 5, 7)
      .chain((count) => fc.uint8Array({ minLength: count, maxLength: count }))
      // A number that begins or ends with a zero byte has fewer bytes in one of the orders.
      .filter((bytes) => bytes[0] !== 0 && bytes.at(-1) !== 0);
    fc.assert(
      fc.property(
        card,
        fc.constantFrom(...keysOf<CardFormat>(cardFormats).filter((it) => it !== 'as_sent')),
        (bytes, format) => {
          const [one, other] = [bytes, bytes.toReversed()].map((some) =>
            [...some].map((byte) => byte.toString(16).padStart(2, '0')).join(':'),
          );
          const stored = storedCard(one ?? '', terms(format, 'either'));
          if (format === 'wiegand26' && bytes.length === 4) return;
          expect(storedCard(other ?? '', terms(format, 'either'))).toBe(stored);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each(['٧٠٠٠١٢٣٧٥٧', '۷۰۰۰۱۲۳۷۵۷', '७०००१२३७५७', '７０００１２３７５７'])(
    'digits of other scripts are digits, in every format: %s',
    (text) => {
      for (const format of keysOf<CardFormat>(cardFormats))
        expect(storedCard(text, terms(format))).toBe(storedCard('7000123757', terms(format)));
    },
  );

  it('what is no number stays as it is', () => {
    for (const format of keysOf<CardFormat>(cardFormats))
      for (const text of ['CARD-X1', '7.0001E+09', '', '99999,99999', 'Ünï'])
        expect(storedCard(text, terms(format, 'either'))).toBe(text);
  });

  it.each<[CardFormat, string, string[]]>([
    ['wiegand26', '0014111429', ['90D752C5', '90:D7:52:C5', '90d752c5', '90 D7 52 C5']],
    ['mixed', '0000100062D9B2', ['100062D9B2', '100062d9b2', '10 00 62 D9 B2', '068725954994']],
    ['decimal', '04A2B3C4D5E680', ['04A2B3C4D5E680', '04:a2:b3:c4:d5:e6:80', '1304792892040832']],
    ['decimal', '04123456789012', ['04123456789012', '04:12:34:56:78:90:12']],
    ['wiegand34', '04A2B3C4D5E680', ['04a2b3c4d5e680', '04-A2-B3-C4-D5-E6-80']],
  ])('%s: %s is one card, however many bytes it has', (format, stored, sent) => {
    expect(sent.map((text) => storedCard(text, terms(format)))).toEqual(sent.map(() => stored));
  });

  it('a card of ten bytes is longer than a number may be, in every format', () => {
    for (const format of keysOf<CardFormat>(cardFormats))
      expect(storedCard('04A2B3C4D5E68004A2B3', terms(format)).length).toBeGreaterThan(15);
  });

  describe('the settings of what surrounds a number', () => {
    const of = (changes: Partial<CardTerms>): CardTerms => ({ ...asSent, ...changes });
    it.each<[Partial<CardTerms>, string, string[]]>([
      [{ card_prefix: 'LIB-' }, '0004711', ['LIB-0004711', 'lib-0004711', '0004711']],
      [{ card_suffix: 'X' }, '0004711', ['0004711X', '0004711x', '0004711']],
      [{ card_part: 'last' }, '55731', ['098,55731', '55731', '098, 55731']],
      [{ card_part: 'first' }, '0008065495', ['0008065495,123,04567', '0008065495']],
      [{ card_checksum: 'after_4' }, '0062D9B2', ['0062D9B209', '0062D9B2']],
      [{ card_checksum: 'after_4' }, '00:62:D9:B2', ['00:62:D9:B2:09']],
      [{ card_checksum: 'after_4' }, '0062D9B208', ['0062D9B208']],
      [
        { card_checksum: 'after_4', card_format: 'decimal' },
        String(0x62d9b2),
        ['0062D9B209', '00 62 D9 B2 09', '0062D9B2', '6478258'],
      ],
      [
        { card_checksum: 'after_5', card_format: 'mixed' },
        '0000100062D9B2',
        ['100062D9B219', '100062D9B2'],
      ],
      [
        { card_prefix: 'ID', card_part: 'last', card_format: 'decimal' },
        '55731',
        ['ID098,0055731', '55731'],
      ],
    ])('%j: %s', (changes, stored, sent) => {
      expect(sent.map((text) => storedCard(text, of(changes)))).toEqual(sent.map(() => stored));
    });
  });

  /** The spellings of a number of some bytes that say by themselves that they are bytes. */
  const spellings = (hex: string): string[] => {
    const bytes = hex.match(/../g) ?? [];
    const separated = [':', '-', ' ', '.'].map((separator) => bytes.join(separator));
    const bare = /[A-F]/.test(hex) ? [hex] : [];
    return [...bare, ...separated, `0x${hex}`, `${hex}h`].flatMap((text) => [
      text,
      text.toLowerCase(),
      ` ${text} `,
      `;${text}?`,
    ]);
  };
  const bytesOf = (count: number) => fc.stringMatching(new RegExp(`^[0-9A-F]{${2 * count}}$`));
  const anyTerms = fc.record<CardTerms>({
    card_format: fc.constantFrom(...keysOf<CardFormat>(cardFormats)),
    card_byte_order: fc.constantFrom('as_sent', 'either'),
    card_prefix: fc.constantFrom('', '', 'LIB-', 'x'),
    card_suffix: fc.constantFrom('', '', '#'),
    card_part: fc.constantFrom('whole', 'whole', 'last', 'first'),
    card_checksum: fc.constantFrom('none', 'after_4', 'after_5', 'after_7'),
  });

  it('all spellings of a card of 4, 5 or 7 bytes are one text, in every format', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(4, 5, 7).chain(bytesOf),
        fc.constantFrom(...keysOf<CardFormat>(cardFormats).filter((it) => it !== 'as_sent')),
        fc.constantFrom('as_sent' as const, 'either' as const),
        (hex, format, order) => {
          const stored = new Set(
            spellings(hex).map((text) => storedCard(text, terms(format, order))),
          );
          expect([hex, format, ...stored]).toHaveLength(3);
          expect([...stored][0]?.length).toBeLessThanOrEqual(15);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('applied again the form changes nothing, whatever the text and the settings', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.constantFrom(3, 4, 5, 6, 7, 8, 10).chain(bytesOf),
          fc.stringMatching(/^\d{4,20}$/),
          fc.stringMatching(/^\d{3},\d{5}$/),
          fc.stringMatching(/^[0-9A-Fa-f:.,#;? -]{1,24}$/),
        ),
        anyTerms,
        (text, of) => {
          const stored = storedCard(text, of);
          expect(storedCard(stored, of)).toBe(stored);
        },
      ),
      {
        numRuns: 5000,
        examples: [
          ['02832151765574862', { ...asSent, card_format: 'hex', card_checksum: 'after_7' }],
        ],
      },
    );
  });

  it('applied again it changes nothing, and unlike cards stay unlike', () => {
    let seed = 20_260_302;
    const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648);
    for (const format of keysOf<CardFormat>(cardFormats))
      for (const order of ['as_sent', 'either'] as const) {
        const of = terms(format, order);
        const byStored = new Map<string, string>();
        for (let tries = 0; tries < 2000; tries++) {
          const bytes = [3, 4, 7][tries % 3] ?? 4;
          let hex = '';
          for (let byte = 0; byte < bytes; byte++)
            hex += (random() >> 16).toString(16).padStart(4, '0').slice(-2);
          for (const sent of [hex, BigInt(`0x${hex}`).toString(), `${random() % 300},${hex}`]) {
            const stored = storedCard(sent, of);
            expect([sent, storedCard(stored, of)]).toEqual([sent, stored]);
          }
          if (format !== 'hex' || bytes !== 4) continue;
          const stored = storedCard(hex, of);
          expect(byStored.get(stored) ?? hex).toBe(hex);
          byStored.set(stored, hex);
        }
      }
  });
});
