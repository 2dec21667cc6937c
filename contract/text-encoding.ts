/** How the bytes of a text file are read: those that are found, and those that somebody has to choose. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** The encodings other than UTF-8, as people know them. */
export const encodingNames: Record<Exclude<TextEncoding, 'utf-8'>, string> = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1257': 'Windows-1257',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift JIS',
  'euc-kr': 'EUC-KR',
  gb18030: 'GB 18030',
  big5: 'Big5',
};

/** The encodings that nothing in a file tells apart, with where they are used. */
export const encodingChoices: { value: TextEncoding; label: string }[] = [
  { value: 'windows-1252', label: 'Windows-1252 (Western Europe, America)' },
  { value: 'windows-1250', label: 'Windows-1250 (Central Europe)' },
  { value: 'windows-1251', label: 'Windows-1251 (Cyrillic)' },
  { value: 'windows-1253', label: 'Windows-1253 (Greek)' },
  { value: 'windows-1254', label: 'Windows-1254 (Turkish)' },
  { value: 'windows-1257', label: 'Windows-1257 (Baltic)' },
  { value: 'macintosh', label: 'Mac Roman (old Macs)' },
  { value: 'shift_jis', label: 'Shift JIS (Japanese)' },
  { value: 'euc-kr', label: 'EUC-KR (Korean)' },
  { value: 'gb18030', label: 'GB 18030 (Chinese, simplified)' },
  { value: 'big5', label: 'Big5 (Chinese, traditional)' },
];

/** So many bytes at the beginning show an encoding without a byte order mark. */
const examined = 512;

/**
 * The text of a file, its letters composed (é is one character): by its byte order mark, else UTF-16 where every other byte is zero, UTF-8 where all or most
 * of it is valid, and Windows-1252. Null where it is none of them: it has zero bytes.
 * @param chosen the encoding, where somebody has chosen it.
 */
export function decodeText(
  bytes: Uint8Array,
  chosen?: TextEncoding,
): { text: string; encoding: TextEncoding } | null {
  const decoded = decode(bytes, chosen);
  return decoded && { ...decoded, text: decoded.text.normalize('NFC') };
}

function decode(
  bytes: Uint8Array,
  chosen?: TextEncoding,
): { text: string; encoding: TextEncoding } | null {
  if (chosen) return { text: new TextDecoder(chosen).decode(bytes), encoding: chosen };
  const encoding = encodingOf(bytes);
  if (encoding !== null && encoding !== 'utf-8')
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    if (bytes.subarray(0, examined).includes(0)) return null;
    const text = new TextDecoder('utf-8').decode(bytes);
    if (encoding === 'utf-8' || isMostlyValid(text)) return { text, encoding: 'utf-8' };
    // Some text editors and old spreadsheets.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

/** The character that replaces bytes that are no character. */
export const unreadable = '\uFFFD';

/** Whether most of what is not ASCII was read as UTF-8: a few bytes of it are damaged. */
function isMostlyValid(text: string): boolean {
  const other = text.match(/[^\p{ASCII}]/gu) ?? [];
  return other.filter((char) => char === unreadable).length * 2 < other.length;
}

/** The encoding that the first bytes show. */
function encodingOf(bytes: Uint8Array): TextEncoding | null {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  const start = bytes.subarray(0, examined);
  const zeros = [0, 0];
  start.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = start.length * 0.3;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}
