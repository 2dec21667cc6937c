/**
 * The text of a template (R-PAPER-1): plain text with fields in double braces, `{{student_name}}`. A field
 * is replaced by its value once; a value is data and is never read as a template. There is no other
 * markup, and no conditions.
 */

/** A part of a template: text as it is written, or a field. */
type TemplatePart = string | { field: string };

/** A fault of a template, in words, with line and column from 1. */
export interface TemplateProblem {
  message: string;
  line: number;
  column: number;
}

/** So many are named: a text of braces has thousands, and each says where it is. */
const maxProblems = 20;

const open = '{{';
const close = '}}';

/**
 * Reads a template.
 * @param fields the names of the fields that it may have.
 * @returns its parts, and what is wrong with it: unknown fields and braces without a partner, the
 * first 20.
 */
export function parseTemplate(
  text: string,
  fields: readonly string[],
): { parts: TemplatePart[]; problems: TemplateProblem[] } {
  const parts: TemplatePart[] = [];
  const problems: TemplateProblem[] = [];
  const report = (at: number, message: (place: string) => string) => {
    if (problems.length === maxProblems) return;
    const before = text.slice(0, at).split('\n');
    const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
    problems.push({ message: message(`in line ${line}, column ${column}`), line, column });
  };
  let at = 0;
  while (at < text.length) {
    const begin = text.indexOf(open, at);
    const plain = text.slice(at, begin < 0 ? undefined : begin);
    const stray = plain.indexOf(close);
    if (stray >= 0) report(at + stray, (place) => `"}}" ${place} closes no field`);
    if (plain) parts.push(plain);
    if (begin < 0) break;
    const end = text.indexOf(close, begin + open.length);
    const next = text.indexOf(open, begin + open.length);
    if (end < 0 || (next >= 0 && next < end)) {
      report(begin, (place) => `"{{" ${place} is not closed with "}}"`);
      at = begin + open.length;
      continue;
    }
    const name = text.slice(begin + open.length, end).trim();
    if (fields.includes(name)) parts.push({ field: name });
    else report(begin, (place) => unknownField(name, place, fields));
    at = end + close.length;
  }
  return { parts, problems };
}

function unknownField(name: string, place: string, fields: readonly string[]): string {
  if (!name) return `"{{}}" ${place} names no field`;
  const similar = closest(name, fields);
  const shown = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  const hint = similar ? `did you mean {{${similar}}}?` : `it has: ${fields.join(', ')}`;
  return `{{${shown}}} ${place} is no field of this template; ${hint}`;
}

/**
 * The parts with their values; the fields are those that the template was read with. A field without a value
 * takes the blank before it with it: "Dear {{first_name}} {{last_name}}," to a person with one name (R-NAME-1).
 */
export function fillTemplate(
  parts: readonly TemplatePart[],
  values: Readonly<Record<string, string>>,
): string {
  let text = '';
  for (const part of parts) {
    const value = typeof part === 'string' ? part : (values[part.field] ?? '');
    text = value === '' && text.endsWith(' ') ? text.slice(0, -1) : text + value;
  }
  return text;
}

/** The names of the fields of a text. */
export const fieldsIn = (parts: readonly TemplatePart[]): string[] =>
  parts.flatMap((part) => (typeof part === 'string' ? [] : [part.field]));

/** So many letters may differ from the name of a field that is proposed. */
const maxDistance = 3;
/** Longer names are no slips of the pen, and comparing them takes long. */
const maxCompared = 40;

/** The field with the most similar name. */
function closest(name: string, fields: readonly string[]): string | undefined {
  if (name.length > maxCompared) return undefined;
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const ranked = fields
    .map((field) => ({ field, distance: distanceOf(plain(name), plain(field)) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best && best.distance <= Math.min(maxDistance, name.length / 2) ? best.field : undefined;
}

/** The Levenshtein distance: letters added, left out or exchanged. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of one.split('').entries()) {
    const next = [at + 1];
    for (const [column, compared] of other.split('').entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === compared ? 0 : 1),
        ),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
}
