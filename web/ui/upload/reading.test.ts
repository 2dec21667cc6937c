import { describe, expect, it } from 'vitest';
import { guardianFile } from '#contract/people/guardian-file.ts';
import { studentFile } from '#contract/student-file.ts';
import { guessMapping } from '#contract/file-column.ts';
import { badRowsCsv, goodRowsCsv, readCsv, templateCsv, type ReadCsv } from './reading.ts';

async function read(text: string): Promise<ReadCsv> {
  const csv = await readCsv(new File([text], 'students.csv'));
  if ('problem' in csv) throw new Error(csv.problem.reason);
  return csv;
}

describe('a chosen file', () => {
  it('returns its invalid rows with line and reasons', async () => {
    const csv = badRowsCsv(await read('id,name\nS1,=1+1\nS2,Bo\n'), [
      { line: 2, column: 'student_id', reason: 'is required' },
      { line: 2, column: 'batch', reason: 'is odd' },
    ]);
    expect(csv.split('\r\n')).toEqual([
      'line,reason,id,name',
      `2,student_id: is required; batch: is odd,S1,'=1+1`,
    ]);
  });
});

it('the other rows are a file that can be uploaded', async () => {
  const csv = await read('id,name\nS1,=1+1\nS2,"Bo, Jr"\n');
  const text = goodRowsCsv(csv, [{ line: 2, column: 'id', reason: 'is odd' }]);
  expect(text.split('\r\n')).toEqual(['id,name', 'S2,"Bo, Jr"']);
});

it('a cell that is guarded in the file is guarded once in the files of the other rows and of the errors', async () => {
  const csv = await read("id,phone\nS1,'+61 400 1\nS2,'=x\nS3,''=y\n");
  expect(goodRowsCsv(csv, []).split('\r\n').slice(1)).toEqual([
    'S1,+61 400 1',
    "S2,'=x",
    "S3,''=y",
  ]);
  expect(badRowsCsv(csv, [{ line: 3, column: 'id', reason: 'is odd' }])).toContain("S2,'=x");
});

describe('columns are recognised', () => {
  it.each([
    [
      'our own names',
      ['student_id', 'first_name'],
      { student_id: 'student_id', first_name: 'first_name', last_name: null },
    ],
    [
      'other spellings',
      ['Student ID', 'Given name', 'Surname', 'DOB'],
      { student_id: 'Student ID', first_name: 'Given name', date_of_birth: 'DOB' },
    ],
    ['none twice', ['Email', 'Mail'], { student_mail: 'Email' }],
  ])('%s', (_what, columns, mapping) =>
    expect(guessMapping(studentFile, columns)).toMatchObject(mapping),
  );

  it.each([
    ['students', studentFile],
    ['guardians', guardianFile],
  ])('and all columns of the template of %s are recognised', async (_what, own) => {
    const { columns, rows } = await read(templateCsv(own));
    expect(Object.values(guessMapping(own, columns))).not.toContain(null);
    expect(rows).toHaveLength(1);
  });
});
