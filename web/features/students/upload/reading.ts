import { parse, unparse } from 'papaparse';
import { looksLikeFormula } from '../../../../contract/formula.ts';
import { studentColumns, type BulkUploadResult } from '../../../../contract/student.ts';

/** A chosen file, read in the browser: its columns, and every row with the line that it ends in. */
export interface ReadCsv {
  file: File;
  columns: string[];
  rows: { line: number; cells: string[] }[];
}

export async function readCsv(file: File): Promise<ReadCsv> {
  const { data } = parse<string[]>((await file.text()).replace(/^\ufeff/, ''));
  let line = 0;
  const rows = data.map((cells) => {
    line += 1 + cells.join('').split('\n').length - 1;
    return { line, cells: cells.map((cell) => cell.trim()) };
  });
  const filled = rows.filter(({ cells }) => cells.some(Boolean));
  return { file, columns: filled[0]?.cells ?? [], rows: filled.slice(1) };
}

/** Our column → the file's, or null. */
export type Mapping = Record<string, string | null>;

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** Other names that files give our columns. */
const others: Record<string, string[]> = {
  student_id: ['id', 'studentnumber', 'studentno'],
  first_name: ['givenname', 'forename', 'firstname'],
  last_name: ['surname', 'familyname', 'lastname'],
  phone_number: ['phone', 'mobile', 'telephone'],
  date_of_birth: ['dob', 'birthdate', 'birthday', 'dateofbirth'],
  student_mail: ['email', 'mail', 'studentemail'],
  rfid_number: ['rfid', 'card', 'cardnumber'],
  card_print_status: ['cardstatus', 'printstatus'],
};

/** What each of our columns most likely is in the file; nothing is taken twice. */
export function guessMapping(columns: string[]): Mapping {
  const left = new Set(columns);
  return Object.fromEntries(
    studentColumns.map((own) => {
      const names = [plain(own), ...(others[own] ?? [])];
      const found = [...left].find((column) => names.includes(plain(column))) ?? null;
      if (found !== null) left.delete(found);
      return [own, found];
    }),
  );
}

/** The template: our columns and one row as an example. */
export const templateCsv = (): string =>
  unparse([
    [...studentColumns],
    ['S1000001', 'Mei', 'Nguyễn', '+61 400 000 000', '2005-04-23', 'female', '2026', 's1000001@school.example', '7000100000', 'not_printed'],
  ]);

/** The rows that were refused, as they stood in the file, each with its line and reasons. */
export function badRowsCsv({ columns, rows }: ReadCsv, fail: BulkUploadResult['fail']): string {
  const reasons = new Map<number, string[]>();
  for (const { line, column, reason } of fail) reasons.set(line, [...(reasons.get(line) ?? []), `${column}: ${reason}`]);
  const cells = new Map(rows.map((row) => [row.line, row.cells]));
  const data = [...reasons].map(([line, texts]) => [String(line), texts.join('; '), ...(cells.get(line) ?? [])]);
  return unparse({ fields: ['line', 'reason', ...columns], data }, { escapeFormulae: looksLikeFormula });
}
