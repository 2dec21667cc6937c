import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { ZipFile } from 'yazl';
import { fullName } from '#contract/person-name.ts';
import type { Files } from '#server/platform/files/files.ts';
import { csvOptions } from '#server/platform/spreadsheet/csv.ts';
import { nameOfDay } from '#server/school/when.ts';
import type { StudentData, StudentTable } from './student-data.ts';

/** All data of a student as a ZIP: JSON, a CSV file per table, the photo and documents. */
export function exportArchive(
  { student, tables, files }: StudentData,
  about: { title: string; at: string },
  store: Files,
): NodeJS.ReadableStream {
  const zip = new ZipFile();
  const options = { mtime: new Date(about.at) };
  // Entries are streamed: the data of one student may exceed the memory.
  const add = (name: string, make: () => Readable) =>
    zip.addReadStreamLazy(name, options, (give) => give(null, forwardErrors(make(), zip)));
  zip.addBuffer(Buffer.from(readmeOf(student, about)), 'about-this-file.txt', options);
  add('student.json', () => Readable.from(jsonOf(student, tables)));
  for (const [name, table] of Object.entries(tables))
    if (!table.isEmpty) add(`${name}.csv`, () => csvOf(table));
  for (const [name, key] of files) {
    // Read one at a time; an imported address is not a file of the store.
    if (store.isOurs(key))
      zip.addReadStreamLazy(
        `files/${name}`,
        { compress: false },
        (give) => void fileOf(key).then((part) => give(null, part)),
      );
  }
  zip.end();
  return zip.outputStream;

  async function fileOf(key: string): Promise<Readable> {
    const bytes = await store.read(key).catch((error: Error) => {
      zip.outputStream.emit('error', error);
      return null;
    });
    return Readable.from([Buffer.from(bytes ?? [])]);
  }
}

/** An error in one entry fails the whole archive: an incomplete table must not look complete. */
function forwardErrors(part: Readable, zip: ZipFile): Readable {
  return part.on('error', (error) => zip.outputStream.emit('error', error));
}

async function* jsonOf(
  student: StudentData['student'],
  tables: StudentData['tables'],
): AsyncGenerator<string> {
  yield `{\n  "student": ${indentedJson(student, 2)}`;
  for (const [name, table] of Object.entries(tables)) {
    yield `,\n  ${JSON.stringify(name)}: [`;
    let first = true;
    for await (const row of rowsOf(table)) {
      yield `${first ? '' : ','}\n    ${indentedJson(row, 4)}`;
      first = false;
    }
    yield first ? ']' : '\n  ]';
  }
  yield '\n}\n';
}

const indentedJson = (value: object, spaces: number): string =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`);

function csvOf(table: StudentTable): Readable {
  const csv = stringify({ header: true, ...csvOptions });
  const rows = Readable.from(rowsOf(table)).on('error', (error) => csv.destroy(error));
  return rows.pipe(csv);
}

async function* rowsOf(table: StudentTable) {
  for await (const page of table.pages()) yield* page.map(withDay);
}

const withDay = <Row extends Record<string, string | number | boolean | null>>(row: Row) =>
  typeof row.day_of_week === 'number' ? { ...row, day_of_week: nameOfDay(row.day_of_week) } : row;

const readmeOf = (student: StudentData['student'], { title, at }: { title: string; at: string }) =>
  `Everything that ${title} keeps about ${fullName(student)} (${student.student_id}), as of ${at}.

student.json       everything, for machines
*.csv              the same in tables; parts without a row are left out
files/             the photo, and the documents of approved leaves

Dates are YYYY-MM-DD and times HH:mm in the institute's time zone; instants are UTC.
notes.csv has the notes about the student, and those whose text names them.
audit-log.csv has what was recorded about changes of the student's marks and exports of these data.
`;
