import type { ReadFile } from './read.ts';

/** The share of IDs that have digits in a file in which one without any is odd. */
const mostWithDigits = 0.9;
/** In a short file, so many rows at its beginning or its end are odd. */
const oddAtEdge = 2;

/** Words in the place of an ID in the last line of a list: *Total, Forty, Students*; *END, OF, FILE*. */
const lineOfTotals =
  /^(?:(?:grand )?totals?|sum|count|eof|end|end of (?:file|report|list)|summe|gesamt|anzahl|fin|totale|totaal)[:.]?$/i;

/** Lines such as `End of report` are no students: an ID without a digit among others with one is an error. */
export function withoutOddIds(file: ReadFile): ReadFile {
  const rows = file.rows as ReadFile<'students'>['rows'];
  // Who has two names is a student, with an ID such as *jsmith*; without names, the row is of somebody who is here.
  const hasNames = ['first_name', 'last_name'].every((name) => file.columns.includes(name));
  const isName = (text: string | null) =>
    /[\p{Lu}\p{Lo}]/u.test(text ?? '') && !/\p{N}/u.test(text ?? '');
  const isOdd = ({ row }: (typeof rows)[number]) =>
    !/\p{N}/u.test(row.student_id) &&
    hasNames &&
    (lineOfTotals.test(row.student_id) || !(isName(row.first_name) && isName(row.last_name)));
  const odd = rows.filter(isOdd);
  const isAtEdge =
    odd.length <= oddAtEdge &&
    [rows.slice(0, odd.length), rows.slice(rows.length - odd.length)].some((edge) =>
      edge.every(isOdd),
    );
  const isFew = odd.length <= (1 - mostWithDigits) * rows.length;
  if (odd.length === 0 || odd.length === rows.length || !(isFew || isAtEdge)) return file;
  return {
    ...file,
    rows: rows.filter((row) => !isOdd(row)),
    bad: [
      ...file.bad,
      ...odd.map(({ line, row }) => ({
        file: file.file,
        line,
        column: 'student_id',
        reason: 'has no digit, as the other IDs of the file have',
        value: row.student_id,
      })),
    ],
  };
}
