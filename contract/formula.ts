/**
 * Characters that make a spreadsheet treat a cell as a formula when it begins with one of them,
 * full-width forms included.
 */
export const formulaStarts = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '＝',
  '＋',
  '－',
  '＠',
] as const;

/**
 * Separators of cells or rows in other locales: a spreadsheet whose list separator is not a comma
 * starts a new cell there, since a quotation mark in the middle of its cell means
 * nothing there.
 */
export const foreignSeparators = [';', '\t', '\r', '\n'] as const;

/** A hyphen is last, where it means no range. */
const oneOf = (characters: readonly string[]) =>
  `[${characters.filter((one) => one !== '-').join('')}${characters.includes('-') ? '-' : ''}]`;
const separators: readonly string[] = foreignSeparators;

const start = oneOf(formulaStarts);
const innerStart = oneOf(formulaStarts.filter((one) => !separators.includes(one)));

/** @param apostrophes what may stand before the character that makes a formula. */
const patternsWith = (apostrophes: string) => ({
  /**
   * Text whose first character makes it a formula; not a telephone number, which other programs would read with
   * the apostrophe.
   */
  first: `^(?=${apostrophes}${start})(?![-+() 0-9]+$)`,
  /**
   * A separator before a character that makes a formula, also with quotation marks in between: at
   * the beginning of a cell they are its quotes, and belong to no text.
   */
  inner: `(${oneOf(foreignSeparators)}"*)(?=${apostrophes}${innerStart})`,
});

/**
 * These texts get an apostrophe, also in front of apostrophes of their own, which would be taken for it. The
 * expressions are valid in JavaScript and in PostgreSQL.
 */
export const formulaPatterns = patternsWith("'*");

const first = new RegExp(formulaPatterns.first);
const anyStart = new RegExp(`^'*${start}`);
const inner = new RegExp(formulaPatterns.inner, 'g');
const innerGuarded = new RegExp(formulaPatterns.inner.replace(')(?=', ")'(?="), 'g');

const { first: plainFirst, inner: plainInner } = patternsWith('');
/** Text that a spreadsheet would treat as a formula, whatever its separator. */
export const looksLikeFormula = new RegExp(`${plainFirst}|${plainInner}`);

/**
 * Prefixes text that looks like a formula with an apostrophe: spreadsheets show it as text. Used for
 * every CSV, in server and browser.
 */
export const guarded = (text: string): string => text.replace(first, "'").replace(inner, "$1'");

/** Removes the apostrophes that `guarded` added, also those that older exports had before telephone numbers. */
export const unguarded = (text: string): string =>
  (text.startsWith("'") && anyStart.test(text.slice(1)) ? text.slice(1) : text).replace(
    innerGuarded,
    '$1',
  );
