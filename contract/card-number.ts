import { plainKey } from './identifier.ts';
import { keysOf } from './keys-of.ts';

/** How readers send the numbers of cards, with the name of each on the page of settings (R-CARD-1). */
export const cardFormats = {
  as_sent: 'As the readers send it',
  decimal: 'Decimal',
  hex: 'Hexadecimal',
  mixed: 'Decimal with 10 digits, or hexadecimal with 8 or 14',
  wiegand26: 'Wiegand 26: 3 digits of the facility, 5 of the card',
  wiegand34: 'Wiegand 34: 5 digits of the facility, 5 of the card',
} as const;
export type CardFormat = keyof typeof cardFormats;

/** Whether readers agree on which byte comes first. */
export const cardByteOrders = {
  as_sent: 'As the readers send them',
  either: 'Either way round is the same card',
} as const;
export type CardByteOrder = keyof typeof cardByteOrders;

/** The institute's settings of card numbers. */
export interface CardTerms {
  card_format: CardFormat;
  card_byte_order: CardByteOrder;
}

/** Longer texts are no number of a card. */
const maxCharacters = 64;

/**
 * The one form in which a card's number is stored and looked up (R-CARD-1). Applied again it changes
 * nothing; a text that is no number in the institute's format is only freed of what surrounds it.
 */
export function storedCard(text: string, { card_format, card_byte_order }: CardTerms): string {
  const plain = plainKey(text);
  if (card_format === 'as_sent' || plain.length > maxCharacters) return plain;
  const bare = plain.replace(/^[^0-9a-z]+|[^0-9a-z]+$/gi, '');
  const { read, write } = formats[card_format];
  const value = spelledOut(bare) ?? read(bare.replace(/[ .:-]/g, ''));
  if (value === null) return plain;
  return write(card_byte_order === 'either' ? lesserOrder(value, card_format) : value) ?? plain;
}

/** Every pair of settings that an institute can have. */
export const allCardTerms: CardTerms[] = keysOf<CardFormat>(cardFormats).flatMap((card_format) =>
  keysOf<CardByteOrder>(cardByteOrders).map((card_byte_order) => ({
    card_format,
    card_byte_order,
  })),
);

/** Every form in which any settings would store what a reader sent, with the text itself. */
export const storedForms = (text: string): string[] => [
  ...new Set([text, ...allCardTerms.map((terms) => storedCard(text, terms))]),
];

interface Format {
  /** The value of digits without separators; null when the format has no such number. */
  read: (digits: string) => bigint | null;
  /** The stored text, which `read` reads as the same value; null when there is none. */
  write: (value: bigint) => string | null;
}

const fourBytes = 1n << 32n;
const sevenBytes = 1n << 56n;
const threeBytes = 1n << 24n;

const hexOf = (digits: string): bigint => BigInt(`0x${digits}`);
const wholeBytes = (value: bigint): string => {
  const digits = value.toString(16).toUpperCase();
  return digits.length % 2 ? `0${digits}` : digits;
};
const tenDigits = (value: bigint): string => value.toString().padStart(10, '0');
const decimal = (digits: string): bigint | null => (/^\d+$/.test(digits) ? BigInt(digits) : null);

const formats: Record<Exclude<CardFormat, 'as_sent'>, Format> = {
  decimal: {
    // A letter says that it is hexadecimal: readers of both kinds give one number.
    read: (digits) => decimal(digits) ?? (isHexBytes(digits) ? hexOf(digits) : null),
    write: (value) => value.toString(),
  },
  hex: {
    read: (digits) => (/^[0-9a-f]+$/i.test(digits) ? hexOf(digits) : null),
    write: wholeBytes,
  },
  mixed: {
    read: (digits) =>
      /^(?:[0-9a-f]{8}|[0-9a-f]{14})$/i.test(digits) ? hexOf(digits) : decimal(digits),
    write: (value) =>
      value < fourBytes
        ? tenDigits(value)
        : value < sevenBytes
          ? wholeBytes(value).padStart(14, '0')
          : null,
  },
  wiegand26: {
    read: (digits) => {
      if (/^\d{8}$/.test(digits)) return ofFacility(digits.slice(0, 3), digits.slice(3), 255);
      return /^[0-9a-f]{6}$/i.test(digits) ? hexOf(digits) : decimal(digits);
    },
    // These readers see three bytes of the card; others send all four.
    write: (value) => (value < fourBytes ? tenDigits(value % threeBytes) : null),
  },
  wiegand34: {
    read: (digits) => {
      if (/^\d{10}$/.test(digits)) return ofFacility(digits.slice(0, 5), digits.slice(5));
      return /^[0-9a-f]{8}$/i.test(digits) ? hexOf(digits) : null;
    },
    write: (value) => (value < fourBytes ? wholeBytes(value).padStart(8, '0') : null),
  },
};

const isHexBytes = (digits: string): boolean => /^(?:[0-9a-f]{2}){3,}$/i.test(digits);

/** Notations that mean the same in every format; null for others. */
function spelledOut(bare: string): bigint | null {
  const facility = /^(\d{1,5})[,/](\d{1,5})$/.exec(bare);
  if (facility) return ofFacility(facility[1] ?? '', facility[2] ?? '');
  const marked = /^0x([0-9a-f]+)$/i.exec(bare) ?? /^([0-9a-f]+)h$/i.exec(bare);
  if (marked) return hexOf(marked[1] ?? '');
  if (/^[0-9a-f]{2}(?:[ .:-][0-9a-f]{2}){2,}$/i.test(bare))
    return hexOf(bare.replace(/[^0-9a-f]/gi, ''));
  return /^[01]{26}$|^[01]{34}$/.test(bare) ? ofBits(bare) : null;
}

const maxNumber = 65_535;
function ofFacility(facility: string, number: string, maxFacility = maxNumber): bigint | null {
  if (Number(facility) > maxFacility || Number(number) > maxNumber) return null;
  return BigInt(facility) * 65_536n + BigInt(number);
}

/** The bits as they are on the wire: even parity of the first half in front, odd of the second behind. */
function ofBits(bits: string): bigint | null {
  const half = bits.length / 2;
  const ones = (part: string) => part.replaceAll('0', '').length;
  const isWhole = ones(bits.slice(0, half)) % 2 === 0 && ones(bits.slice(half)) % 2 === 1;
  return isWhole ? BigInt(`0b${bits.slice(1, -1)}`) : null;
}

/** The lesser of both byte orders: the same for either. */
function lesserOrder(value: bigint, format: CardFormat): bigint {
  const ofWiegand = format === 'wiegand26';
  const seen = ofWiegand && value < fourBytes ? value % threeBytes : value;
  const bytes = ofWiegand ? 3 : seen < fourBytes ? 4 : 7;
  if (seen >= sevenBytes) return seen;
  const digits = seen.toString(16).padStart(bytes * 2, '0');
  const turned = hexOf((digits.match(/../g) ?? []).toReversed().join(''));
  // Seven bytes stay seven: what has fewer would be turned as four.
  return turned < seen && (bytes < 7 || turned >= fourBytes) ? turned : seen;
}
