import { guessMapping } from '#contract/file-column.ts';
import { guardianFile } from '#contract/people/guardian-file.ts';
import { studentFile } from '#contract/student-file.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadRowsOf, uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const columns = [
  'student_id',
  'first_name',
  'last_name',
  'phone_number',
  'date_of_birth',
  'gender',
];
const row = (changes: Partial<Record<(typeof columns)[number], string>> = {}) => ({
  student_id: 'F100001',
  first_name: 'Zoë',
  last_name: 'O’Brien',
  phone_number: '0412345678',
  date_of_birth: '2005-04-23',
  gender: 'female',
  ...changes,
});
const text = (rows: Record<string, string>[], separator = ',') =>
  [columns, ...rows.map((it) => columns.map((name) => it[name] ?? ''))]
    .map((cells) => cells.join(separator))
    .join('\r\n');
const check = async (file: string | Buffer, fields?: Record<string, string>) =>
  (await uploadStudents(school, file, '?dry_run=true', fields)).body;
const born = (answer: { preview: { rows: { fields: { field: string; to: string }[] }[] } }) =>
  answer.preview.rows.map(
    ({ fields }) => fields.find(({ field }) => field === 'date_of_birth')?.to,
  );

describe('a file of another system or a spreadsheet', () => {
  it.each<[string, string | Buffer]>([
    ['with rows without any value', `${text([row()])}\r\n,,,,,\r\n,,,,,\r\n`],
    ['with a line that names its separator', `sep=;\r\n${text([row()], ';')}`],
    ['with protected zeros', text([row({ student_id: '="0012345"' })])],
    ['of “Unicode Text”', Buffer.from(`\ufeff${text([row()], '\t')}`, 'utf16le')],
    ['in Windows-1252', Buffer.from(text([row({ last_name: 'O\x92Brien' })]), 'latin1')],
    ['with a title above the header', `Students 2026\r\n\r\n${text([row()])}`],
    ['with separators behind the last column', `${text([row()])},,,`],
    ['without the cells at its end', text([row()]).replace(/,female$/, '')],
    ['with N/A for no value', text([row({ gender: 'N/A' })])],
    ['with apostrophes before numbers', text([row({ phone_number: "'+61 412 345 678" })])],
  ])('%s is one new student', async (_what, file) => {
    expect(await check(file)).toMatchObject({ created: 1, bad_rows: 0, fail: [] });
  });

  it.each(['F', 'm', 'X', 'Female', 'MALE', ''])('has the gender %j', async (gender) => {
    expect(await check(text([row({ gender })]))).toMatchObject({ created: 1, fail: [] });
  });

  it('has dates in one order, which is found for the whole file', async () => {
    const rows = ['23/04/2005', '03/04/2005'].map((date_of_birth, at) =>
      row({ student_id: `F${at}`, date_of_birth }),
    );
    const answer = await check(text(rows));
    expect(answer).toMatchObject({ created: 2, fail: [], date_order: 'dmy' });
    expect(born(answer)).toEqual(['2005-04-23', '2005-04-03']);
  });

  it('whose dates could be of two orders is a question, answered once for the file', async () => {
    const file = text([row({ date_of_birth: '03/04/2005' })]);
    expect(await check(file)).toMatchObject({
      created: 0,
      fail: [
        {
          line: 1,
          column: 'date_of_birth',
          reason: 'the dates may be day/month/year or month/day/year: choose which',
        },
      ],
    });
    expect(born(await check(file, { date_order: 'dmy' }))).toEqual(['2005-04-03']);
    expect(born(await check(file, { date_order: 'mdy' }))).toEqual(['2005-03-04']);
    expect(await check(file, { date_order: 'wrong' })).toEqual({
      date_order: ['must be one of dmy, mdy, ymd'],
    });
  });

  it('has dates of no one order in some rows alone', async () => {
    const rows = ['23/04/2005', '04/23/2005'].map((date_of_birth, at) =>
      row({ student_id: `F${at}`, date_of_birth }),
    );
    const { fail } = await check(text(rows));
    expect(fail).toHaveLength(2);
    expect(await check(text(rows), { date_order: 'dmy' })).toMatchObject({
      created: 1,
      fail: [{ line: 3, column: 'date_of_birth' }],
    });
  });

  it('has dates in the order of most, also where one begins with its year', async () => {
    const rows = ['23/04/2005', '03/04/2005', '2005-04-05'].map((date_of_birth, at) =>
      row({ student_id: `F${at}`, date_of_birth }),
    );
    expect(born(await check(text(rows)))).toEqual(['2005-04-23', '2005-04-03', '2005-04-05']);
  });

  it.each(['student_id', 'first_name', 'phone_number', 'date_of_birth'])(
    'with an error of the spreadsheet as %s is refused',
    async (column) => {
      expect(await check(text([row({ [column]: '#N/A' })]))).toMatchObject({
        fail: [{ column, reason: expect.stringMatching(/error of the spreadsheet/) }],
      });
    },
  );

  it('of which a byte is damaged is refused in that row, and not read in another encoding', async () => {
    const bytes = Buffer.from(text([row(), row({ student_id: 'F2', last_name: 'Ren?' })]));
    bytes[bytes.lastIndexOf('?')] = 0xe9;
    expect(await check(bytes)).toMatchObject({
      created: 1,
      fail: [{ line: 3, column: 'last_name', reason: expect.stringMatching(/cannot be read/) }],
    });
  });

  it('with a name in two lines has it in one', async () => {
    const { preview } = await check(text([row({ first_name: '"Zoë\nAnn"' })]));
    expect(JSON.stringify(preview)).toContain('Zoë Ann');
  });

  it('with an ID that a spreadsheet wrote as a number with decimals is refused', async () => {
    expect(await check(text([row({ student_id: '1234567.0' })]))).toMatchObject({
      fail: [{ column: 'student_id', reason: expect.stringMatching(/spreadsheet/) }],
    });
  });

  it('whose IDs have lost their zeros makes no second student', async () => {
    const rows = ['0012345', '12345'].map((student_id) => row({ student_id }));
    expect(await check(text(rows))).toMatchObject({
      created: 1,
      fail: [
        { line: 3, column: 'student_id', reason: expect.stringMatching(/^is 0012345 without/) },
      ],
    });
    await uploadStudents(school, text([row({ student_id: '0012345' })]));
    expect(await check(text([row({ student_id: '12345' })]))).toMatchObject({
      created: 0,
      fail: [{ line: 2, column: 'student_id' }],
    });
  });

  it('whose IDs have lost their zeros is a question: those students, or others', async () => {
    await uploadStudents(school, text([row({ student_id: '0012345' })]));
    const file = text([row({ student_id: '12345', phone_number: '0499999999' })]);
    expect(await check(file)).toMatchObject({ lost_zeros: 1, bad_rows: 1 });
    expect(await check(file, { zeros: 'same' })).toMatchObject({
      lost_zeros: 0,
      updated: 1,
      preview: { rows: [{ line: 2, label: expect.stringMatching('0012345'), change: 'changed' }] },
    });
    expect(await check(file, { zeros: 'other' })).toMatchObject({ created: 1, updated: 0 });
    expect(await check(file, { zeros: 'perhaps' })).toMatchObject({
      zeros: ['must be one of same, other'],
    });
  });

  it('whose IDs are those of other people is a question where the page asks it', async () => {
    await uploadStudents(school, text([row({ student_id: '771' })]));
    const other = { first_name: 'Omar', last_name: 'Haddad', date_of_birth: '2001-02-03' };
    const file = text([row({ student_id: '771', ...other })]);
    expect(await check(file)).toMatchObject({ other_people: 0, updated: 1 });
    expect(await check(file, { other_people: 'refuse' })).toMatchObject({
      other_people: 1,
      updated: 0,
      bad_rows: 1,
    });
    expect(await check(file, { other_people: 'same' })).toMatchObject({
      other_people: 0,
      updated: 1,
    });
    expect(await check(file, { other_people: 'perhaps' })).toMatchObject({
      other_people: ['must be one of refuse, same'],
    });
  });

  it('an empty cell removes a value by an old call, or leaves it, and is counted', async () => {
    await uploadStudents(school, text([row({ student_id: '772' })]));
    const file = text([row({ student_id: '772', gender: '', phone_number: '0400111222' })]);
    const cleared = { field: 'gender', from: 'female', to: null };
    expect(await check(file)).toMatchObject({
      empty_cells: 1,
      updated: 1,
      changes: [{ fields: expect.arrayContaining([cleared]) }],
    });
    const left = await check(file, { empty_cells: 'leave' });
    expect(left).toMatchObject({ empty_cells: 1, updated: 1 });
    expect(JSON.stringify(left)).not.toContain('gender');
    expect(await check(file, { empty_cells: 'perhaps' })).toMatchObject({
      empty_cells: ['must be one of leave, remove'],
    });
  });

  it('with a contact has the student’s own phone, in the upload and the command, too', () => {
    const columns = ['Student ID', 'First name', 'Next of kin', 'Phone', 'Mobile number'];
    const withOwn = ['Student ID', 'Student phone', 'Emergency contact name', 'Phone'];
    expect(guessMapping(studentFile, columns)).toMatchObject({ phone_number: null });
    expect(guessMapping(studentFile, withOwn)).toMatchObject({ phone_number: 'Student phone' });
    expect(guessMapping(guardianFile, ['Student', 'Guardian name', 'Phone'])).toMatchObject({
      phone: 'Phone',
    });
  });

  it('whose ID is that of two students but for zeros is refused, whatever the answer', async () => {
    await uploadStudents(
      school,
      text([
        row({ student_id: '0888', phone_number: '0411111111' }),
        row({ student_id: '00888', phone_number: '0422222222' }),
      ]),
      '',
      { zeros: 'other' },
    );
    const file = text([row({ student_id: '888' })]);
    expect(await check(file, { zeros: 'same' })).toMatchObject({
      updated: 0,
      lost_zeros: 0,
      fail: [
        { line: 2, reason: 'is 0888 or 00888 but for zeros in front: write the ID as it is there' },
      ],
    });
  });

  it('of guardians whose students’ IDs have lost their zeros is the same question', async () => {
    await uploadStudents(school, text([row({ student_id: '0012345' })]));
    const guardians = 'student_id,name,relation,email\r\n12345,Mia O’Brien,mother,mia@home.example';
    const upload = async (fields?: Record<string, string>) =>
      (await uploadRowsOf(school, 'guardian', guardians, { query: '?dry_run=true', fields })).body;
    expect(await upload()).toMatchObject({
      lost_zeros: 1,
      fail: [{ line: 2, column: 'student_id', reason: 'is 0012345 without its zeros?' }],
    });
    expect(await upload({ zeros: 'same' })).toMatchObject({ created: 1, fail: [] });
    expect(await upload({ zeros: 'other' })).toMatchObject({
      fail: [{ column: 'student_id', reason: 'there is no student 12345' }],
    });
  });
});

it('what the list of students exports, the upload takes back unchanged', async () => {
  await school.call('admin', 'PATCH', `attendance/students/${await school.studentId('S1')}/`, {
    gender: 'female',
    phone_number: '+61 412 345 678',
    card_print_status: 'not_printed',
  });
  await school.call('admin', 'PATCH', `attendance/students/${await school.studentId('S2')}/`, {
    first_name: "'-5",
    batch: "a;'=b",
  });
  const file: string = (await school.call('admin', 'GET', 'attendance/bulk-student-export/')).body;
  expect(file).toContain('+61 412 345 678');
  expect(file).not.toContain("'+61");
  expect(await check(file)).toMatchObject({ created: 0, updated: 0, fail: [] });
  // As the list itself names the status, also of cards without one.
  const named = file.replaceAll(/not_printed|,N\/A$/gm, 'Not printed');
  expect(await check(named)).toMatchObject({ created: 0, updated: 0, fail: [] });
});
