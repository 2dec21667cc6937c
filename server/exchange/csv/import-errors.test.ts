import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instituteFolder } from '#server/test/institute-folder.ts';
import { readFolder } from './folder.ts';
import { reportLines } from './report.ts';

const { folder, load, change, counts } = instituteFolder();

describe('invalid rows are listed with file, line, column and reason, and nothing is written', () => {
  const cases: [string, string, (text: string) => string, string][] = [
    [
      'a missing value',
      'students.csv',
      (text) => text.replace('Anna', ''),
      'students.csv:2 first_name: is required',
    ],
    [
      'a long student id',
      'students.csv',
      (text) => text.replace('S1,', 'S1234567890,'),
      'students.csv:2 student_id: length should be less than 10 characters',
    ],
    [
      'a card used twice',
      'students.csv',
      (text) => text.replace('1000002', '1000001'),
      'students.csv:3 rfid_number: 1000001 is already in line 2',
    ],
    [
      'a card that is another’s id',
      'students.csv',
      (text) => text.replace('1000002', 'S1'),
      'students.csv:3 rfid_number: S1 is the student id of another student',
    ],
    [
      'a date of birth that is still to come',
      'students.csv',
      (text) => text.replace('2004-05-06', '2026-03-03'),
      'students.csv:2 date_of_birth: must not be in the future',
    ],
    [
      'a date of birth of the Persian calendar',
      'students.csv',
      (text) => text.replace('2004-05-06', '1383-02-17'),
      'students.csv:2 date_of_birth: must not be before 1900, in the Gregorian calendar',
    ],
    [
      'two columns of one name',
      'students.csv',
      (text) => text.replace(',last_name,', ',first_name,'),
      'students.csv:1 first_name: columns 2 and 3 have the same name: rename or remove one',
    ],
    [
      'a row twice',
      'courses.csv',
      (text) => `${text}\nScience`,
      'courses.csv:3 name: Science is already in line 2',
    ],
    [
      'a class that ends before it starts',
      'timetable.csv',
      (text) => text.replace('10:00', '08:00'),
      'timetable.csv:2 end_time: must be after start time',
    ],
    [
      'a weekday that is none',
      'timetable.csv',
      (text) => text.replace('Tuesday', 'T'),
      'timetable.csv:5 day_of_week: must be one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
    ],
    [
      'an unknown teacher',
      'subjects.csv',
      (text) => text.replace('theo@', 'tim@'),
      'subjects.csv:3 subject_teacher: there is no teacher tim@school.example',
    ],
    [
      'an unknown class',
      'enrolments.csv',
      (text) => text.replace('tue14', 'tue15'),
      'enrolments.csv:8 timetable: there is no class tue15',
    ],
    [
      'too few values',
      'classrooms.csv',
      (text) => `${text}\nR2`,
      'classrooms.csv:3 -: has 1 value for 2 columns',
    ],
    [
      'a missing column',
      'teachers.csv',
      (text) => text.replaceAll(/,phone$/gm, ''),
      'teachers.csv:1 phone: the column is missing',
    ],
    [
      'an unknown column',
      'courses.csv',
      (text) => text.replace('name', 'name,wage').replace('Science', 'Science,1'),
      'courses.csv:1 wage: the column is not known here',
    ],
    [
      'classes outside the semester',
      'semesters.csv',
      (text) => text.replace('2026-06-12', '2026-07-12'),
      'semesters.csv:2 class_end_date: must not be after semester end date',
    ],
  ];
  it.each(cases)('%s', async (_name, file, edit, line) => {
    await change(file, edit);
    const report = await load();
    const lines = reportLines(report).map((text) => text.replace(/ \(“.*”\)$/, ''));
    expect(lines).toContain(line);
    expect(report.written).toBe(false);
    expect(await counts()).toEqual({ students: 0, enrolments: 0 });
  });

  it('the same error in many rows, once, with the first values and lines', async () => {
    await change('students.csv', (text) => text.replaceAll(/20\d\d-\d\d-\d\d/g, 'May 2005'));
    const lines = reportLines(await load()).filter((line) => line.includes('date_of_birth'));
    expect(lines).toEqual([
      expect.stringMatching(/^students\.csv:2, 3, .* date_of_birth: .* \(“May 2005”\)$/),
    ]);
  });

  it('a column that is there twice, in other capitals too', async () => {
    await change('courses.csv', (text) => text.replace(/^name/, 'name,Name'));
    expect(reportLines(await load())).toContainEqual(
      expect.stringMatching(/^courses\.csv:1 name: columns 1 and 2 have the same name/),
    );
  });

  it('a file that is no text', async () => {
    await writeFile(join(folder(), 'courses.csv'), Buffer.from('PK\x03\x04\x00\xc8\x00', 'latin1'));
    expect(reportLines(await load())).toContain(
      'courses.csv:1 -: the file is no text: save it as CSV UTF-8',
    );
  });

  it('a folder without any of the files', async () => {
    await rm(folder(), { recursive: true });
    await expect(readFolder(folder())).rejects.toThrow('has none of the files');
    await mkdir(folder());
  });
});
