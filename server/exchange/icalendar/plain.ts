/** Longest text of a file that a report shows. */
const maxShown = 300;

/**
 * A text of a file as it can be stored and shown: without control characters, at most so long, and no
 * half of a character at its end.
 */
export const plainText = (text: string, max = maxShown): string =>
  text
    .slice(0, max)
    // oxlint-disable-next-line no-control-regex -- matching them is the purpose.
    .replaceAll(/[\u0000-\u001f\u007f\ufffe\uffff]/g, ' ')
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
