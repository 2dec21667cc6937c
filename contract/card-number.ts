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

/** Which of the parts that commas separate is the number. */
export const cardParts = {
  whole: 'All of it',
  first: 'What stands before the first comma',
  last: 'What stands after the last comma',
} as const;
export type CardPart = keyof typeof cardParts;

/** The byte that some readers send after the number: the others, combined by exclusive or. */
export const cardChecksums = {
  none: 'Not sent',
  after_4: 'Sent after 4 bytes',
  after_5: 'Sent after 5 bytes',
  after_7: 'Sent after 7 bytes',
} as const;
export type CardChecksum = keyof typeof cardChecksums;

/** The institute's settings of card numbers. */
export interface CardTerms {
  card_format: CardFormat;
  card_byte_order: CardByteOrder;
  /** The texts that every reader types before and after the number; empty for none. */
  card_prefix: string;
  card_suffix: string;
  card_part: CardPart;
  card_checksum: CardChecksum;
}

/** Numbers as the readers send them. */
export const asSent: CardTerms = {
  card_format: 'as_sent',
  card_byte_order: 'as_sent',
  card_prefix: '',
  card_suffix: '',
  card_part: 'whole',
  card_checksum: 'none',
};

/** The settings of card numbers among others. */
export const cardTermsOf = (of: CardTerms): CardTerms => ({
  card_format: of.card_format,
  card_byte_order: of.card_byte_order,
  card_prefix: of.card_prefix,
  card_suffix: of.card_suffix,
  card_part: of.card_part,
  card_checksum: of.card_checksum,
});

/** Whether numbers are stored in another form than readers send them. */
export const haveForm = (terms: CardTerms): boolean =>
  terms.card_format !== 'as_sent' ||
  terms.card_prefix !== '' ||
  terms.card_suffix !== '' ||
  terms.card_part !== 'whole' ||
  terms.card_checksum !== 'none';

/** Longer texts are no number of a card. */
const maxCharacters = 64;

/**
 * The one form in which a card's number is stored and looked up (R-CARD-1). Applied again it changes
 * nothing; a text that is no number in the institute's format is only freed of what surrounds it.
 */
export function storedCard(text: string, terms: CardTerms): string {
  const stored = inForm(text, terms);
  // The stored form of a longer text can look as if it had a checksum.
  return terms.card_checksum === 'none' || inForm(stored, terms) === stored
    ? stored
    : storedCard(stored, terms);
}

function inForm(text: string, terms: CardTerms): string {
  const plain = withoutExtras(inAsciiDigits(plainKey(text)), terms);
  if (plain.length > maxCharacters) return plain;
  const checked = withoutChecksum(plain, terms);
  if (terms.card_format === 'as_sent') return checked ?? plain;
  const bare = (checked ?? plain).replace(/^[^0-9a-z]+|[^0-9a-z]+$/gi, '');
  const digits = bare.replace(/[ .:-]/g, '');
  const { read, write } = formats[terms.card_format];
  const value =
    checked === null
      ? (spelledOut(bare) ?? bytesOf(digits, terms.card_format) ?? read(digits))
      : hexOf(digits);
  if (value === null) return plain;
  const isEither = terms.card_byte_order === 'either';
  return write(isEither ? lesserOrder(value, terms.card_format) : value) ?? plain;
}

/** Readers send positions of keys, of which a keyboard makes the digits of its script: each of these has ten in a row. */
export const inAsciiDigits = (text: string): string =>
  text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });

/** Without the institute's prefix, suffix and other parts, however often they are there. */
function withoutExtras(text: string, terms: CardTerms): string {
  const lower = text.toLowerCase();
  const [prefix, suffix] = [terms.card_prefix.toLowerCase(), terms.card_suffix.toLowerCase()];
  let rest = text;
  if (prefix && lower.startsWith(prefix)) rest = text.slice(prefix.length);
  else if (suffix && lower.endsWith(suffix)) rest = text.slice(0, -suffix.length);
  else if (terms.card_part === 'last') rest = text.slice(text.lastIndexOf(',') + 1);
  else if (terms.card_part === 'first') rest = text.split(',')[0] ?? text;
  rest = rest.trim();
  return rest === text || rest === '' ? text : withoutExtras(rest, terms);
}

/** Without the byte that the institute's readers send after the number; null where there is none. */
function withoutChecksum(plain: string, { card_checksum, card_format }: CardTerms): string | null {
  if (card_checksum === 'none') return null;
  const count = Number(card_checksum.slice('after_'.length)) + 1;
  const digits = plain.replace(/[ .:-]/g, '');
  // Without a letter or separators it may be decimal.
  const isHex = card_format === 'hex' || /[a-f]/i.test(digits) || digits.length < plain.length;
  if (!isHex || !isHexBytes(digits) || digits.length !== 2 * count) return null;
  const bytes = (digits.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  const isWhole = bytes.reduce((all, byte) => all ^ byte, 0) === 0;
  return isWhole ? plain.replace(/[ .:-]?[0-9a-f]{2}$/i, '') : null;
}

/** Every format and byte order that an institute can have. */
export const allCardTerms: CardTerms[] = keysOf<CardFormat>(cardFormats).flatMap((card_format) =>
  keysOf<CardByteOrder>(cardByteOrders).map((card_byte_order) => ({
    ...asSent,
    card_format,
    card_byte_order,
  })),
);

/** Every form in which any format and byte order would store what a reader sent, with the text itself. */
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
const fiveBytes = 1n << 40n;
const sevenBytes = 1n << 56n;
const threeBytes = 1n << 24n;

const hexOf = (digits: string): bigint => BigInt(`0x${digits}`);
const wholeBytes = (value: bigint): string => {
  const digits = value.toString(16).toUpperCase();
  return digits.length % 2 ? `0${digits}` : digits;
};
const tenDigits = (value: bigint): string => value.toString().padStart(10, '0');
const decimal = (digits: string): bigint | null => (/^\d+$/.test(digits) ? BigInt(digits) : null);

/** At most seven bytes, with a fixed length: ten bytes are longer than a number may be. */
const sevenBytesOf = (value: bigint): string | null =>
  value < sevenBytes ? wholeBytes(value).padStart(14, '0') : null;
const eightDigits = (value: bigint): string | null =>
  value < fourBytes ? wholeBytes(value).padStart(8, '0') : null;
const maxDecimal = 15;

const formats: Record<Exclude<CardFormat, 'as_sent'>, Format> = {
  decimal: {
    read: decimal,
    write: (value) =>
      value.toString().length <= maxDecimal ? value.toString() : sevenBytesOf(value),
  },
  hex: {
    read: (digits) => (/^[0-9a-f]+$/i.test(digits) ? hexOf(digits) : null),
    write: (value) => eightDigits(value) ?? sevenBytesOf(value) ?? wholeBytes(value),
  },
  mixed: {
    read: (digits) => (/^[0-9a-f]{8}$/i.test(digits) ? hexOf(digits) : decimal(digits)),
    write: (value) => (value < fourBytes ? tenDigits(value) : sevenBytesOf(value)),
  },
  wiegand26: {
    read: (digits) => {
      if (/^\d{8}$/.test(digits)) return ofFacility(digits.slice(0, 3), digits.slice(3), 255);
      return /^[0-9a-f]{6}$/i.test(digits) ? hexOf(digits) : decimal(digits);
    },
    // These readers see three bytes of a card with four; others send all four.
    write: (value) => (value < fourBytes ? tenDigits(value % threeBytes) : sevenBytesOf(value)),
  },
  wiegand34: {
    read: (digits) => {
      if (/^\d{10}$/.test(digits)) return ofFacility(digits.slice(0, 5), digits.slice(5));
      if (/^[0-9a-f]{8}$/i.test(digits)) return hexOf(digits);
      return digits.length > 10 ? decimal(digits) : null;
    },
    write: (value) => eightDigits(value) ?? sevenBytesOf(value),
  },
};

/**
 * The value of digits that are whole bytes in every format, since they have a letter or are as long as seven
 * bytes. A decimal number of fourteen digits has no zero in front.
 */
function bytesOf(digits: string, format: CardFormat): bigint | null {
  if (!isHexBytes(digits)) return null;
  const isSeven = digits.length === 14 && (format !== 'decimal' || digits.startsWith('0'));
  return isSeven || /[a-f]/i.test(digits) ? hexOf(digits) : null;
}

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
  const isShort = format === 'wiegand26' && value < fourBytes;
  const seen = isShort ? value % threeBytes : value;
  const bytes = isShort ? 3 : value < fourBytes ? 4 : value < fiveBytes ? 5 : 7;
  // A number that is less than this would be turned with fewer bytes when it is read again.
  const least = bytes === 7 ? fiveBytes : bytes === 5 ? fourBytes : 0n;
  if (seen >= sevenBytes) return seen;
  const digits = seen.toString(16).padStart(bytes * 2, '0');
  const turned = hexOf((digits.match(/../g) ?? []).toReversed().join(''));
  return turned < seen && turned >= least ? turned : seen;
}
