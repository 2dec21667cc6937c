/**
 * What tells two things apart (R-KEY-1). `key`: what readers, files and mail servers compare (student
 * IDs, card numbers, codes). `name`: what people read as well (courses, cohorts).
 */
export type Identifying = 'key' | 'name';

/**
 * Invisible signs of direction: after them the text beside a name would be read in another order (R-NAME-3).
 * Letters of every script have their direction without them.
 */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/u;

/** Why a text of one line would disturb what stands beside it; null when it does not. */
export const directionError = (text: string): string | null =>
  direction.test(text) ? 'must not contain invisible signs of direction' : null;

/** Invisible: controls, line breaks and tabs, format characters, fillers, private ones. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u2800]/u;
/** Joiners that scripts write within a word. */
const joiners =
  /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}])[\u200c\u200d](?=\p{L})/gu;
const invisibleCharacters = new RegExp(invisible.source, 'gu');

/** Composed letters: the same text typed on another system has the same characters. */
export const composed = (text: string): string => text.normalize('NFC');

/** Why a composed text cannot tell things apart; null when it can. */
export function identifierError(text: string, as: Identifying): string | null {
  if (as === 'name')
    return invisible.test(text.replace(joiners, ''))
      ? 'must not contain invisible characters'
      : null;
  return invisible.test(text) || text.normalize('NFKC') !== text
    ? 'must not contain invisible or full-width characters'
    : null;
}

/** Trimmed; a text of invisible characters alone is empty, as it looks (R-FORM-5). */
export const visibleText = (text: string): string =>
  text.replace(invisibleCharacters, '').trim() === '' ? '' : text.trim();

const invisibleEnds = /^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/gu;
/** A line with composed letters, without the invisible signs that files leave at its ends. */
export const composedLine = (text: string): string => composed(text).replace(invisibleEnds, '');

/** A key as it was meant: what a reader or a page added to it is taken off. */
export const plainKey = (key: string): string =>
  key.replace(invisibleCharacters, '').normalize('NFKC').trim();

/** White space that NFKC leaves; named, so that the database takes the same. */
const whiteSpace = /[ \t\n\v\f\r\u0085\u1680\u2028\u2029]+/gu;

/**
 * The form in which two spellings of one name or number are equal, so that the second is refused as a
 * duplicate (R-KEY-2). It is the same as the function `key_form` of the database.
 */
export const keyForm = (text: string): string =>
  text.normalize('NFKC').replace(whiteSpace, ' ').replace(/^ | $/g, '').toLowerCase();
