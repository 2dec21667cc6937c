import { describe, expect, it } from 'vitest';
import { cardFormats, storedCard, type CardFormat, type CardTerms } from './card-number.ts';
import { keysOf } from './keys-of.ts';

const terms = (
  card_format: CardFormat,
  card_byte_order: CardTerms['card_byte_order'] = 'as_sent',
): CardTerms => ({ card_format, card_byte_order });

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

  it('what is no number stays as it is', () => {
    for (const format of keysOf<CardFormat>(cardFormats))
      for (const text of ['CARD-X1', '7.0001E+09', '', '99999,99999', 'Ünï'])
        expect(storedCard(text, terms(format, 'either'))).toBe(text);
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
