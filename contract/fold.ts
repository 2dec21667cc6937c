/** Invisible characters, and marks that are written on letters, as they stand after NFKD. */
const markRanges = [
  '0300-036F 0483-0487 0591-05BD 05BF 05C1 05C2 05C4 05C5 05C7 0610-061A 064B-065F',
  '0670 06D6-06DC 1AB0-1AFF 1DC0-1DFF 20D0-20FF FE20-FE2F 00AD 200B-200F 202A-202E',
  '2060-2064 2066-2069 FEFF',
].join(' ');
const marks = new RegExp(
  `[${markRanges.replaceAll(/[0-9A-F]+/g, '\\u$&').replaceAll(' ', '')}]`,
  'gu',
);

/** Spacing accents that are typed for apostrophes: NFKD would make a space of the first one. */
const accents = /[´`]/gu;
const apostrophes = /['’‘ʼʻ′]/gu;

/** Letters without a decomposition, each with what stands for it. */
const plain = new Map(
  'ßss æae œoe þth łl øo đd ðd ħh ıi ςσ'
    .split(' ')
    .map(([letter = '', ...rest]) => [letter, rest.join('')]),
);
const others = /[ßæœþłøđðħıς]/gu;
const dashes = /[‐‒–—−]/gu;

/**
 * How a text is compared when something is searched (R-SEARCH-1): without capital letters, accents and
 * apostrophes, so that `zoe obrien` finds Zoë O’Brien. It is the same as the function `fold` of the database,
 * and never tells two things apart (`keyForm` does).
 */
export const fold = (text: string): string =>
  text
    .replace(accents, '')
    .normalize('NFKD')
    .replace(marks, '')
    .replace(apostrophes, '')
    .toLowerCase()
    .replace(others, (letter) => plain.get(letter) ?? letter)
    .replace(dashes, '-');

const eastAsian = '[\\p{sc=Han}\\p{sc=Hangul}\\p{sc=Hira}\\p{sc=Kana}]';
/**
 * A name as it is written in Chinese, Korean or Japanese: family name and given name without a space. Names with kana
 * are longer; so are subjects without them.
 */
const unspaced = new RegExp(
  `^(?:${eastAsian}{2,4}|(?=.*[\\p{sc=Hira}\\p{sc=Kana}])${eastAsian}{5,6})$`,
  'u',
);

/** Whether a folded word is Chinese, Korean or Japanese: a single character of these says as much as a word. */
export const isEastAsian = (word: string): boolean => new RegExp(`^${eastAsian}`, 'u').test(word);

/**
 * The words of a search, folded; all must match. Lists write names as `O’Brien, Zoë`, people as `Z. O’Brien`. Of a name without a space each
 * character is a word: which of them is the family name is not known.
 */
export const foldedWords = (search: string): string[] =>
  search
    .normalize('NFC')
    .split(/\s+/)
    .flatMap((word) => (unspaced.test(word) ? Array.from(word) : [word]))
    .map((word) =>
      fold(word)
        .replace(/[,;]+$/, '')
        .replace(/^(\p{L})\.$/u, '$1'),
    )
    .filter(Boolean);

/** The part of an address up to its @; the domain is searched only where an @ is typed (R-SEARCH-2). */
export const localPart = (address: string): string =>
  address.slice(0, address.lastIndexOf('@') + 1);
