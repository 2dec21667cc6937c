import { describe, expect, it } from 'vitest';
import { answersOf, csvOf, heading, person, studentImports } from '#server/test/student-imports.ts';

const { school, checked, again } = studentImports();
const student = (id: string) =>
  school()
    .database.selectFrom('student')
    .select(['first_name', 'date_of_birth'])
    .where('student_id', '=', id)
    .executeTakeFirst();

describe('rows that may be somebody else’s, or not whole (R-IMPORT-14)', () => {
  it('asks whether IDs of people with other names and another date of birth are theirs', async () => {
    const first = await checked(csvOf([heading, person('X20', '2005-01-02')]));
    await again(first.id, 'write', answersOf(first));
    const [, , , ...more] = person('X20', '2004-03-04');
    const run = await checked(csvOf([heading, ['X20', 'Omar', 'Haddad', ...more]]));
    expect(run.report).toMatchObject({
      totals: { error: 1 },
      problems: [
        { line: 2, column: 'student_id', reason: expect.stringContaining('X20 is the ID of') },
      ],
    });
    const same = await again(run.id, 'check', { ...answersOf(run), other_people: 'same' });
    expect(same.report).toMatchObject({ totals: { error: 0 }, counts: [{ updated: 1 }] });
    await again(run.id, 'write', answersOf(same));
    const cards = await checked(
      csvOf([
        ['ID', 'First name', 'Last name', 'Card number'],
        ['X20', 'Keiko', 'Mori', '8861010'],
      ]),
    );
    expect(cards.report.problems).toMatchObject([{ column: 'student_id', line: 2 }]);
    expect(await student('X20')).toMatchObject({ first_name: 'Omar', date_of_birth: '2004-03-04' });
  });

  it('takes a corrected name or date of birth without a question', async () => {
    const first = await checked(csvOf([heading, person('X21', '2005-01-02')]));
    await again(first.id, 'write', answersOf(first));
    const named = await checked(
      csvOf([
        ['ID', 'First name', 'Last name'],
        ['X21', 'N/A', 'O’Brien'],
      ]),
    );
    expect(named.report.problems).toMatchObject([{ column: 'first_name', reason: 'is no name' }]);
    const [, given = '', , ...more] = person('X21', '2005-01-02');
    for (const row of [['X21', given, 'Haddad', ...more], person('X21', '2004-03-04')]) {
      const run = await checked(csvOf([heading, row]));
      expect(run.report).toMatchObject({ totals: { error: 0 }, counts: [{ updated: 1 }] });
    }
  });

  it('asks about a student of one family with another name and date of birth, or of one name alone', async () => {
    const first = await checked(csvOf([heading, person('X22', '2005-01-02')]));
    await again(first.id, 'write', answersOf(first));
    const [, , last = '', ...more] = person('X22', '2004-03-04');
    const brother = await checked(csvOf([heading, ['X22', 'Uwe', last, ...more]]));
    const other = await checked(
      csvOf([
        ['ID', 'First name'],
        ['X22', 'Uwe'],
      ]),
    );
    for (const { report } of [brother, other])
      expect(report.problems).toMatchObject([
        { column: 'student_id', reason: expect.stringContaining('X22 is the ID of') },
      ]);
  });

  it('refuses the ID of a student with a separator between its thousands, and misread letters', async () => {
    const first = await checked(csvOf([heading, person('12048', '2005-01-02')]));
    await again(first.id, 'write', answersOf(first));
    const [, , , ...more] = person('X30', '2004-03-04');
    const run = await checked(
      csvOf([heading, person('12,048', '2005-01-02'), ['X31', 'ZoÃ«', 'Low', ...more]]),
    );
    expect(run.report.problems).toMatchObject([
      { line: 2, reason: 'is 12048 with a separator between its thousands' },
      { line: 3, reason: expect.stringContaining('saved in a wrong way') },
    ]);
  });

  it('names a last row in which the file ends, and short rows among padded ones', async () => {
    const text = 'ID,First name,Last name,Batch\nX40,Al,Low,B1\nX41,Bo,Lo';
    const run = await checked(Buffer.from(text));
    expect(run.report.problems).toMatchObject([
      { line: 3, reason: 'has 3 values for 4 columns, and no end: the file may be cut off' },
    ]);
    const padded = await checked(
      Buffer.from('ID,First name,Last name,Batch\nX40,Al,Low,\nX41,Bo,Lo\n'),
    );
    expect(padded.report.problems).toMatchObject([
      { line: 3, reason: 'has 3 values for 4 columns' },
    ]);
    const trimmed = await checked(
      Buffer.from('ID,First name,Last name,Batch\nX40,Al,Low,B1\nX41,Bo,Lo\n'),
    );
    expect(trimmed.report.problems).toEqual([]);
  });
});

describe('people whose role is another one (R-IMPORT-14)', () => {
  const file = (roles: string[]) =>
    csvOf([
      ['ID', 'First name', 'Last name', 'Role'],
      ...roles.map((role, at) => [`X5${at}`, 'Zoë', 'O’Brien', role]),
    ]);

  it('are errors in a file of students and others', async () => {
    const run = await checked(file(['Student', 'Teacher', 'observer']));
    expect(
      run.report.problems.filter(({ level }: { level: string }) => level === 'error'),
    ).toMatchObject([
      { line: 3, column: 'Role', reason: 'is no student' },
      { line: 4, column: 'Role', reason: 'is no student' },
    ]);
  });

  it('are students where it is the role of a contact', async () => {
    const run = await checked(file(['Parent', 'Teacher']));
    expect(run.report).toMatchObject({ totals: { error: 0 } });
  });
});
