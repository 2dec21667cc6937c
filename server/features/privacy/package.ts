import { stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import type { Files } from '../../platform/files/files.ts';
import { csvOptions } from '../../platform/spreadsheet/csv.ts';
import { nameOfDay } from '../timetable/when.ts';
import type { Gathered } from './gather.ts';

/** Everything about one student as a ZIP: one file that machines read, a table for each part, the photo and documents. */
export function studentPackage({ student, tables, files }: Gathered, about: { title: string; at: string }, store: Files): NodeJS.ReadableStream {
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { mtime: new Date(about.at) });
  const readable = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(withDay)]));
  add('about-this-file.txt', introduction(student, about));
  add('student.json', `${JSON.stringify({ student, ...readable }, null, 2)}\n`);
  for (const [name, rows] of Object.entries(readable)) {
    if (rows.length) add(`${name}.csv`, stringify(rows, { header: true, ...csvOptions }));
  }
  // The files are read one after the other, while what is before them is already on its way.
  void (async () => {
    for (const [name, key] of files) {
      const bytes = await store.read(key);
      if (bytes) zip.addBuffer(Buffer.from(bytes), `files/${name}`, { compress: false });
    }
    zip.end();
  })().catch((error: Error) => zip.outputStream.emit('error', error));
  return zip.outputStream;
}

const withDay = <Row extends Gathered['tables'][string][number]>(row: Row) =>
  typeof row.day_of_week === 'number' ? { ...row, day_of_week: nameOfDay(row.day_of_week) } : row;

const introduction = ({ student_id, first_name, last_name }: Gathered['student'], { title, at }: { title: string; at: string }) =>
  `Everything that ${title} keeps about ${first_name} ${last_name} (${student_id}), as of ${at}.

student.json       everything, for machines
*.csv              the same in tables; parts without a row are left out
files/             the photo, and the documents of approved leaves

Dates are YYYY-MM-DD and times HH:mm in the institute's time zone; instants are UTC.
notes.csv has the notes of classes whose text names the student.
audit-log.csv has what was recorded about changes of the student's marks and exports of these data.
`;
