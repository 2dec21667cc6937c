/** Characters that make a spreadsheet take a cell for a formula when it begins with one of them, full-width forms included. */
export const formulaStarts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'] as const;

/** Text that a spreadsheet would take for a formula. */
export const looksLikeFormula = new RegExp(`^[${formulaStarts.map((one) => (one === '-' ? '\\-' : one)).join('')}]`);

/** An apostrophe before what looks like a formula: spreadsheets show it as text. For every CSV, on both sides. */
export const guarded = (text: string): string => (looksLikeFormula.test(text) ? `'${text}` : text);

/** Text without the apostrophe that `guarded` put before it. */
export const unguarded = (text: string): string => (text.startsWith("'") && looksLikeFormula.test(text.slice(1)) ? text.slice(1) : text);
