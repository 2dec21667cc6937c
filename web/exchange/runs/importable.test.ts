import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { kindOfFile } from './importable.ts';

const archive = (...names: string[]) =>
  zipSync(
    Object.fromEntries(names.map((name) => [name, strToU8('1;2')])),
  ) as Uint8Array<ArrayBuffer>;

it.each([
  ['classes.ics', 'BEGIN:VCALENDAR', 'calendar'],
  ['asctt2012.XML', '<timetable/>', 'calendar'],
  ['GPU001.TXT', '1;2', 'calendar'],
  ['untis.zip', archive('export/Gpu001.txt', 'GPU004.TXT'), 'calendar'],
  ['asc.zip', archive('timetable.xml'), 'calendar'],
  ['roster.zip', archive('users.csv', 'manifest.csv'), 'oneroster'],
  ['photos.zip', archive('photos/S1.JPG', 'photos/S2.png'), 'photos'],
  ['students.csv', 'a', 'students'],
  ['student.export.text', 'a', 'students'],
  ['GPU010.TXT', 'Student ID;First name;Last name\n1;2;3', 'students'],
  ['lessons.txt', '1,"10A","MIT","MAT"', 'calendar'],
  ['students.pdf', 'a', undefined],
])('%s is a file of the kind %s', async (name, content, kind) => {
  expect((await kindOfFile(new File([content], name)))?.kind).toBe(kind);
});
