import type { CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { answersOf, csvOf, studentImports } from '#server/test/student-imports.ts';
import { uploadStudents } from '#server/test/student-upload.ts';

const { school, checked, again } = studentImports();

describe('a file of students (R-IMPORT-14)', () => {
  const row = (id: string) =>
    school()
      .database.selectFrom('student')
      .select(['last_name', 'rfid_number'])
      .where('student_id', '=', id)
      .executeTakeFirst();
  const written = async (rows: CellValue[][]) => {
    const run = await checked(csvOf(rows));
    return again(run.id, 'write', answersOf(run));
  };

  it('a card that the file gives to another student leaves the one whose cell is empty', async () => {
    const columns = ['ID', 'First name', 'Last name', 'Card'];
    await written([columns, ['K32', 'Al', 'Low', '7000555032'], ['K33', 'Bo', 'Low', '']]);
    for (const order of [
      ['K32', 'K33'],
      ['K33', 'K32'],
    ]) {
      const [from = '', to = ''] = order;
      const run = await checked(
        csvOf([
          ['ID', 'Card'],
          [from, ''],
          [to, '7000555032'],
        ]),
      );
      await again(run.id, 'write', answersOf(run));
      expect(await row(from)).toMatchObject({ rfid_number: null });
      expect(await row(to)).toMatchObject({ rfid_number: '7000555032' });
    }
  });

  it('an empty cell takes nothing away until somebody chooses it', async () => {
    const columns = ['ID', 'First name', 'Last name', 'Card', 'Gender', 'Email'];
    await written([columns, ['K30', 'Al', 'Low', '7000555030', 'male', 'k30@school.example']]);
    const empty = csvOf([columns, ['K30', 'Al', 'Lowe', '', '', 'k31@school.example']]);
    const run = await checked(empty);
    expect(answersOf(run)).toMatchObject({ empty_cells: 'leave' });
    const question = run.report.questions.find(
      ({ name }: { name: string }) => name === 'empty_cells',
    );
    expect(question.help).toMatch(/^2 cells are empty/);
    await again(run.id, 'write', answersOf(run));
    expect(await row('K30')).toMatchObject({ last_name: 'Lowe', rfid_number: '7000555030' });
    const other = await checked(empty);
    const answers = { ...answersOf(other), empty_cells: 'remove' };
    await again(other.id, 'check', answers);
    await again(other.id, 'write', answers);
    expect(await row('K30')).toMatchObject({ rfid_number: null });
  });

  it('refuses a new student whose ID is the card of another one, whatever its letters', async () => {
    await written([
      ['ID', 'First name', 'Last name', 'Card'],
      ['K50', 'Al', 'Low', 'AB12CD'],
    ]);
    const columns = 'student_id,first_name,last_name,phone_number,date_of_birth';
    const file = `${columns}\nab12cd,Bo,Low,1,2005-01-02\n`;
    const reason = 'ab12cd is the card of student K50';
    const run = await checked(file);
    expect(run.report.problems).toMatchObject([{ line: 2, column: 'student_id', reason }]);
    const { status, body } = await uploadStudents(school(), file);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { written: false, fail: [{ line: 2, column: 'student_id', reason }] },
    });
  });
});
