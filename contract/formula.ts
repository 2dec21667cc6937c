/**
 * Characters that make a spreadsheet take a cell for a formula when it begins with one of them,
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
 * What separates cells or rows elsewhere: a spreadsheet whose list separator is not a comma takes
 * what follows for a cell of its own, since a quotation mark in the middle of its cell counts for
 * nothing there.
 */
export const foreignSeparators = [';', '\t', '\r', '\n'] as const;

/** A hyphen is last, where it means no range. */
const oneOf = (characters: readonly string[]) =>
  `[${characters.filter((one) => one !== '-').join('')}${characters.includes('-') ? '-' : ''}]`;
const separators: readonly string[] = foreignSeparators;

/** The expressions are those of JavaScript and of PostgreSQL. */
export const formulaPatterns = {
  /** Text whose first character makes it a formula. */
  first: `^(?=${oneOf(formulaStarts)})`,
  /** A separator before what makes a formula; a separator is no formula here. */
  inner: `(${oneOf(foreignSeparators)})(?=${oneOf(
    formulaStarts.filter((one) => !separators.includes(one)),
  )})`,
} as const;

const first = new RegExp(formulaPatterns.first);
const inner = new RegExp(formulaPatterns.inner, 'g');
const innerGuarded = new RegExp(formulaPatterns.inner.replace(')(?=', ")'(?="), 'g');

/** Text that a spreadsheet would take for a formula, whatever separates its cells. */
export const looksLikeFormula = new RegExp(`${formulaPatterns.first}|${formulaPatterns.inner}`);

/**
 * An apostrophe before what looks like a formula: spreadsheets show it as text. For every CSV, on
 * both sides.
 */
export const guarded = (text: string): string => text.replace(first, "'").replace(inner, "$1'");

/** Text without the apostrophes that `guarded` put into it. */
export const unguarded = (text: string): string =>
  (text.startsWith("'") && first.test(text.slice(1)) ? text.slice(1) : text).replace(
    innerGuarded,
    '$1',
  );
