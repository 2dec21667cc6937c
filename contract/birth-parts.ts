import type { CsvRow } from './csv-header.ts';
import { fullYear } from './file-dates.ts';
import { plainHeading } from './file-column.ts';
import { headings } from './student-headings.ts';

/** Headings of the parts of a date of birth that a file writes in three columns. */
const parts = [
  `birthyear yearofbirth dobyear yearofdob geburtsjahr anneedenaissance anneenaissance anodenacimiento anonacimiento
    annodinascita anodenascimento geboortejaar doby dobyy dobyyyy dateofbirthyear birthdateyear geburtsdatumjahr
    geburtstagjahr nacimientoano naissanceannee`,
  `birthmonth monthofbirth dobmonth monthofdob geburtsmonat moisdenaissance moisnaissance mesdenacimiento mesnacimiento
    mesedinascita mesdenascimento geboortemaand dobm dobmm dateofbirthmonth birthdatemonth geburtsdatummonat
    geburtstagmonat nacimientomes naissancemois`,
  `birthday dayofbirth dobday dayofdob geburtstag jourdenaissance journaissance diadenacimiento dianacimiento
    giornodinascita diadenascimento geboortedag dobd dobdd dateofbirthday birthdateday geburtsdatumtag geburtstagtag
    nacimientodia naissancejour`,
].map((names) => names.split(/\s+/));

const whole = new Set(['dateofbirth', ...headings.date_of_birth]);

/** A part as a spreadsheet may write it: `13.0`. */
const partOf = (cell: string | undefined): string => (cell ?? '').replace(/\.0$/, '');

/** The table with one column of dates of birth in the place of three, of year, month and day; others stay as they are. */
export function withBirthDates<Table extends { columns: string[]; rows: CsvRow[] }>(
  table: Table,
): Table {
  const [year = -1, month = -1, day = -1] = parts.map((names) =>
    table.columns.findIndex((column) => names.includes(plainHeading(column))),
  );
  if (year < 0 || month < 0 || day < 0) return table;
  // A *Birthday* beside them may be the whole date, or a further column has it.
  const isPart = (at: number, text: RegExp) =>
    table.rows.every(({ cells }) => text.test(partOf(cells[at])));
  const hasWhole = table.columns.some(
    (column, at) =>
      at !== day &&
      whole.has(plainHeading(column)) &&
      table.rows.some(({ cells }) => Boolean(cells[at])),
  );
  if (
    hasWhole ||
    !isPart(day, /^\d{0,2}$/) ||
    !isPart(month, /^(?:\d{0,2}|\D+)$/) ||
    !isPart(year, /^\d{0,4}$/)
  )
    return table;
  const gone = new Set([month, day]);
  const joined = (cells: string[]) => {
    const texts = [year, month, day].map((at) => partOf(cells[at]));
    if (!texts.some(Boolean)) return '';
    const [years = '', ...others] = texts.map((text) => text.padStart(2, '0'));
    // The headings tell the parts apart: no order has to be chosen.
    return [fullYear(years), ...others].join('-');
  };
  return {
    ...table,
    columns: table.columns.map((column, at) =>
      at === year ? 'Date of birth' : gone.has(at) ? '' : column,
    ),
    rows: table.rows.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell, at) => (at === year ? joined(cells) : gone.has(at) ? '' : cell)),
    })),
  };
}
