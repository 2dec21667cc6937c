import sax from 'sax';
import { plainText } from '../icalendar/plain.ts';
import { ProgramError } from './program.ts';

/** An element with its attributes, whose names are in lower case. */
export interface Row {
  line: number;
  of: Record<string, string>;
}

/** The elements that are read; students and their choices of subjects are not. */
const read = new Set(
  'period daysdef weeksdef termsdef subject teacher classroom class group lesson card'.split(' '),
);
const maxRows = 200_000;
/** A lesson of all classes names hundreds of ids. */
const maxText = 20_000;

/** Declarations, comments and a document type may stand before the root; entities are not read. */
const prolog = /^(?:\s+|<\?[^>]*>|<!--[^]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)/i;

/** Whether a text is a timetable of aSc Timetables: its root says so. */
export function isAsc(text: string): boolean {
  let head = text.slice(0, 10_000).replace(/^\uFEFF/, '');
  for (let found = prolog.exec(head); found; found = prolog.exec(head))
    head = head.slice(found[0].length);
  return /^<timetable[\s>]/i.test(head);
}

/**
 * The elements of a file, by their names.
 * @throws ProgramError for what is not well-formed, or has too many.
 */
export function rowsOf(text: string): Map<string, Row[]> {
  const parser = sax.parser(true);
  const rows = new Map<string, Row[]>();
  let count = 0;
  parser.onerror = ({ message }) => {
    const [reason = ''] = message.split('\n');
    throw new ProgramError(`The XML is not well-formed: ${reason}`, parser.line + 1);
  };
  parser.onopentag = ({ name, attributes }) => {
    const key = name.toLowerCase();
    if (!read.has(key)) return;
    if (++count > maxRows) throw new ProgramError(`has more than ${maxRows} records`);
    const of: Record<string, string> = {};
    for (const [column, value] of Object.entries(attributes))
      of[column.toLowerCase()] = plainText(String(value).trim(), maxText);
    const same = rows.get(key);
    const row = { line: parser.line + 1, of };
    if (same) same.push(row);
    else rows.set(key, [row]);
  };
  parser.write(text).close();
  return rows;
}

/** The ids of an attribute, which commas separate. */
export const idsOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
