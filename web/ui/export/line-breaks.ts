/** Where a line may end without a mark: after white space, after a hyphen between letters, after an @. */
const ends = /(?<=\s)(?=\S)|(?<=\p{L}[-‐–])(?=\p{L})|(?<=@)(?=\S)/u;

/** The parts of a text that stay together as long as they fit. */
export const partsOf = (text: string): string[] => text.split(ends);

/** A word of letters is read on with a hyphen; an address or a number would be another one with it. */
const isWord = /^[\p{L}\p{M}'’.,;:!?()"“”-]+\s*$/u;

/** The part of an address after its @, or a file's name. */
const isAddress = /\p{L}\.\p{L}{2}/u;

/**
 * Lines of a text that are not wider than a width. A part is broken only where it does not fit at all, a word
 * with a hyphen (R-PAPER-7).
 * @param widthOf the width of a text, in the unit of `width`.
 * @param parts the text in parts, for scripts without spaces.
 */
export function brokenLines(
  text: string,
  width: number,
  widthOf: (text: string) => number,
  parts: readonly string[] = partsOf(text),
): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const end = () => {
    lines.push(line.trimEnd());
    line = '';
    used = 0;
  };
  for (const part of parts) {
    if (line && used + widthOf(part.trimEnd()) > width) end();
    const rest = breakWord(part, width, widthOf, lines);
    line += rest;
    used += widthOf(rest);
  }
  end();
  return lines;
}

/** Adds full lines of a part that does not fit alone. @returns what is left of it. */
function breakWord(
  part: string,
  width: number,
  widthOf: (text: string) => number,
  lines: string[],
): string {
  if (widthOf(part.trimEnd()) <= width) return part;
  const mark = isWord.test(part) && !isAddress.test(part) ? '-' : '';
  let head = '';
  for (const { segment } of new Intl.Segmenter().segment(part)) {
    if (head && widthOf((head + segment).trimEnd() + mark) > width) {
      lines.push(/[-‐–]$/u.test(head) ? head : head + mark);
      head = '';
    }
    head += segment;
  }
  return head;
}
