import { describe, expect, it } from 'vitest';
import { badRowsCsv, guessMapping, readCsv, templateCsv } from './reading.ts';

const file = (text: string) => new File([text], 'students.csv');

describe('a chosen file', () => {
  it('is read with the line that each row ends in, also where a cell has several lines', async () => {
    const { columns, rows } = await readCsv(file('\ufeffid,name\nS1,"Anna\nMaria"\n\nS2,Bo\n'));
    expect(columns).toEqual(['id', 'name']);
    expect(rows).toEqual([
      { line: 3, cells: ['S1', 'Anna\nMaria'] },
      { line: 5, cells: ['S2', 'Bo'] },
    ]);
  });

  it('gives its bad rows back with line and reasons', async () => {
    const read = await readCsv(file('id,name\nS1,=1+1\nS2,Bo\n'));
    const csv = badRowsCsv(read, [
      { line: 2, column: 'student_id', reason: 'is required' },
      { line: 2, column: 'batch', reason: 'is odd' },
    ]);
    expect(csv.split('\r\n')).toEqual(['line,reason,id,name', `2,student_id: is required; batch: is odd,S1,"'=1+1"`]);
  });
});

describe('columns are recognised', () => {
  it.each([
    ['our own names', ['student_id', 'first_name'], { student_id: 'student_id', first_name: 'first_name', last_name: null }],
    ['other spellings', ['Student ID', 'Given name', 'Surname', 'DOB'], { student_id: 'Student ID', first_name: 'Given name', date_of_birth: 'DOB' }],
    ['none twice', ['Email', 'Mail'], { student_mail: 'Email' }],
  ])('%s', (_what, columns, mapping) => expect(guessMapping(columns)).toMatchObject(mapping));

  it('and the template is recognised as a whole', async () => {
    const { columns, rows } = await readCsv(file(templateCsv()));
    expect(Object.values(guessMapping(columns))).not.toContain(null);
    expect(rows).toHaveLength(1);
  });
});
