import type { CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import {
  answersOf,
  csvOf,
  heading,
  openOf,
  person,
  studentImports,
} from '#server/test/student-imports.ts';
import { uploadStudents } from '#server/test/student-upload.ts';

const { school, checked, again } = studentImports();

describe('a file of students without some of our columns (R-IMPORT-14)', () => {
  const row = (id: string) =>
    school()
      .database.selectFrom('student')
      .select(['first_name', 'last_name', 'phone_number', 'date_of_birth', 'rfid_number'])
      .where('student_id', '=', id)
      .executeTakeFirst();
  const write = async (rows: CellValue[][], answers: Record<string, string> = {}) => {
    const run = await checked(csvOf(rows));
    if (Object.keys(answers).length === 0) expect(openOf(run)).toEqual([]);
    else await again(run.id, 'check', { ...answersOf(run), ...answers });
    return again(run.id, 'write', { ...answersOf(run), ...answers });
  };

  it('gives cards to students who are here, and changes nothing else of them', async () => {
    await write([heading, person('K1', '2005-04-03')]);
    const before = await row('K1');
    expect(
      await write([
        ['Student ID', 'RFID number'],
        ['K1', '7000555001'],
      ]),
    ).toMatchObject({ state: 'written', report: { counts: [{ updated: 1 }] } });
    expect(await row('K1')).toEqual({ ...before, rfid_number: '7000555001' });
  });

  it('opens no question for the date and the state of a card', async () => {
    await write([heading, person('K20', '2005-04-03')]);
    const rows = Array.from({ length: 6 }, (_, at) => [
      `K2${at}`,
      `70005550${at}0`,
      `0${at + 1}/09/2026`,
      at === 0 ? 'Lost' : 'Active',
    ]);
    const run = await checked(csvOf([['Student ID', 'Card', 'Date issued', 'State'], ...rows]));
    expect(openOf(run)).toEqual([]);
  });

  it('a new student needs names, and has no phone and no birth date', async () => {
    const names = [
      ['ID', 'First name', 'Last name'],
      ['K3', 'Ann', 'Low'],
    ];
    expect(await write(names)).toMatchObject({ state: 'written' });
    expect(await row('K3')).toMatchObject({ phone_number: '', date_of_birth: null });
    const run = await checked(
      csvOf([
        ['ID', 'RFID number'],
        ['K4', '7000555002'],
      ]),
    );
    expect(run.report.problems).toMatchObject([
      { line: 2, column: 'first_name', reason: 'is required' },
      { line: 2, column: 'last_name' },
    ]);
  });

  it('single names under a heading of whole names are a question', async () => {
    const run = await checked(
      csvOf([
        ['ID', 'Name', 'Card'],
        ['K15', 'Ann', '7000555009'],
        ['K16', 'Bo', '7000555010'],
      ]),
    );
    expect(openOf(run)).toEqual(['column:first_name', 'column:last_name']);
  });

  it('whole names beside first names are split', async () => {
    await write([
      ['ID', 'First name', 'Name'],
      ['K17', 'Ann', 'Abel, Ann'],
    ]);
    expect(await row('K17')).toMatchObject({ first_name: 'Ann', last_name: 'Abel' });
  });

  it('a student without phone and birth date comes back unchanged by a bulk upload, and is needed of a new one', async () => {
    await write([
      ['ID', 'First name', 'Last name'],
      ['K13', 'Ann', 'Low'],
    ]);
    const columns = 'student_id,first_name,last_name,phone_number,date_of_birth';
    const { body } = await uploadStudents(
      school(),
      `${columns}\nK13,Ann,Low,N/A,N/A\nK14,Bo,Low,,\n`,
      '?dry_run=true',
    );
    expect(body).toMatchObject({
      unchanged: 1,
      updated: 0,
      fail: [
        { line: 3, column: 'phone_number', reason: 'is required' },
        { line: 3, column: 'date_of_birth', reason: 'is required' },
      ],
    });
  });

  it('texts that say that a card or a phone is not known are empty', async () => {
    const texts = ['?', 'unknown', 'TBA', '00000000', '(blank)', 'n.a.', 'pending'];
    const run = await checked(
      csvOf([
        ['ID', 'First name', 'Last name', 'Phone', 'RFID number'],
        ...texts.map((text, at) => [`L${at + 1}`, 'Al', `Low ${'abcdefg'[at]}`, text, text]),
      ]),
    );
    expect(run.report.problems).toEqual([]);
    await again(run.id, 'write', answersOf(run));
    for (const at of texts.keys())
      expect(await row(`L${at + 1}`)).toMatchObject({ phone_number: '', rfid_number: null });
  });

  it('the phone of a contact is the student’s only where somebody says so', async () => {
    const run = await checked(
      csvOf([
        ['ID', 'Contact name', 'Contact phone', 'First name', 'Last name'],
        ['K62', 'Pa Low', '0400 111 222', 'Al', 'Low'],
      ]),
    );
    expect(openOf(run)).toEqual(['column:phone_number']);
  });

  it('a column without values gives way to another that may be the one', async () => {
    await write([
      ['id', 'Student no', 'First name', 'Last name', 'Phone', 'Mobile'],
      ['6f9619ff-8b86-d011-b42d-00c04fc964ff', 'K42', 'Al', 'Low', '', '0412 345 678'],
    ]);
    expect(await row('K42')).toMatchObject({ phone_number: '0412 345 678' });
  });

  it('an empty phone or birth date leaves the one that is here', async () => {
    await write([heading, person('K5', '2005-04-03')]);
    const before = await row('K5');
    await write([
      heading.slice(0, 5),
      ['K5', 'Zoë', 'Low', '', ''],
      ['K6', 'Al', 'Low', '', ''],
      ['K7', 'Al', 'Low', '0412 345 678', '23/04/2005'],
    ]);
    expect(await row('K5')).toEqual({ ...before, last_name: 'Low' });
    expect(await row('K6')).toMatchObject({ phone_number: '', date_of_birth: null });
  });

  it('asks where a column of another name may be the one', async () => {
    const run = await checked(
      csvOf([
        ['ID', 'First name', 'Last name', 'Reach', 'Day', 'Shoe'],
        ['K8', 'Al', 'Low', '+61 400 000 000', '23/04/2005', '40'],
      ]),
    );
    expect(openOf(run)).toEqual(['column:phone_number', 'column:date_of_birth']);
  });

  it('splits whole names, by a comma or capitals, else in the order that is chosen', async () => {
    await write([
      ['ID', 'Full name'],
      ['K9', 'O’Brien, Zoë'],
      ['K10', 'BERG Jan'],
      ['K11', 'Sukarno'],
    ]);
    expect(await row('K9')).toMatchObject({ first_name: 'Zoë', last_name: 'O’Brien' });
    expect(await row('K10')).toMatchObject({ first_name: 'Jan', last_name: 'BERG' });
    expect(await row('K11')).toMatchObject({ first_name: 'Sukarno', last_name: '–' });
    const whole = [
      ['ID', 'Name'],
      ['K12', 'Nguyen Thi Anh'],
    ];
    expect(openOf(await checked(csvOf(whole)))).toEqual(['name_order']);
    await write(whole, { name_order: 'family_first' });
    expect(await row('K12')).toMatchObject({ first_name: 'Thi Anh', last_name: 'Nguyen' });
    // The same name is no change, however its order is chosen.
    const next = await checked(csvOf(whole));
    const other = { ...answersOf(next), name_order: 'given_first' };
    expect((await again(next.id, 'check', other)).report.counts).toMatchObject([
      { updated: 0, unchanged: 1 },
    ]);
  });
});

describe('the header of a file of students (R-IMPORT-14)', () => {
  it('is a question where no heading is known: a first student is not taken for it', async () => {
    const rows = csvOf([person('N1', '2005-04-03'), person('N2', '2005-04-03')]);
    const run = await checked(rows);
    expect(openOf(run)).toEqual(['header']);
    const full = await again(run.id, 'check', { header: '0' });
    expect(openOf(full)).toContain('column:student_id');
    const answers = {
      header: '0',
      'column:student_id': 'Column 1, such as N1',
      'column:first_name': 'Column 2, such as Zoë',
      'column:last_name': 'Column 3, such as O’Brien',
      'column:phone_number': 'Column 4, such as 0412 345 678',
      'column:date_of_birth': 'Column 5, such as 2005-04-03',
    };
    await again(run.id, 'check', answers);
    const written = await again(run.id, 'write', answers);
    expect(written.report).toMatchObject({ written: true, counts: [{ created: 2 }] });
  });

  it('may stand among the rows of a list that was sorted with it: they are a question', async () => {
    const [first, ...others] = ['T1', 'T2', 'T3'].map((id) => person(id, '2005-04-03'));
    const run = await checked(csvOf([['Register'], first!, heading, ...others]));
    expect(openOf(run)).toEqual(['above']);
    const read = await again(run.id, 'check', { above: 'read' });
    expect(read.report.counts).toMatchObject([{ created: 3 }]);
    const left = await again(run.id, 'check', { above: 'leave' });
    expect(left.report.counts).toMatchObject([{ created: 2 }]);
  });

  it('is no student, nor are lines such as the end of a report', async () => {
    const students = Array.from({ length: 20 }, (_, at) => [`R${at}`, 'Al', 'Low']);
    const names = ['ID', 'First name', 'Last name'];
    const run = await checked(
      csvOf([names, ...students.slice(0, 9), names, ...students.slice(9), ['End', 'of', 'report']]),
    );
    expect(run.report.problems).toMatchObject([
      { line: 23, column: 'student_id', reason: 'has no digit, as the other IDs of the file have' },
    ]);
    const left = await again(run.id, 'check', { invalid_rows: 'skip' });
    expect(left.report.counts).toMatchObject([{ created: 20, skipped: 1 }]);
    const short = await checked(
      csvOf([names, ...students.slice(0, 2), ['Count', '2', 'students']]),
    );
    expect(short.report.problems).toMatchObject([{ line: 4, column: 'student_id' }]);
    const named = await checked(
      csvOf([names, ...students.slice(0, 2), ['zobrien', 'Zoë', 'O’Brien']]),
    );
    expect(named.report.problems).toEqual([]);
  });

  it('may have a name twice, of which one is chosen where it may be ours', async () => {
    const run = await checked(
      csvOf([
        [...heading.slice(0, 3), 'Notes', 'Notes', 'Phone', 'Phone'],
        ['D1', 'Al', 'Low', 'a', 'b', '0412 345 678', '0499 000 000'],
      ]),
    );
    expect(openOf(run)).toEqual(['column:phone_number']);
    const answers = { ...answersOf(run), 'column:phone_number': 'Phone (2)' };
    const full = await again(run.id, 'check', answers);
    expect(full.report.changes.rows[0].fields).toContainEqual({
      field: 'phone_number',
      from: null,
      to: '0499 000 000',
    });
    expect(full.report.problems).toMatchObject([
      { level: 'note', column: 'Notes, Notes (2), Phone', reason: 'is not read' },
    ]);
  });
});

it('an import writes nothing else than its check has shown: what somebody changed since is shown first', async () => {
  const first = await checked(
    csvOf([heading, person('C1', '2005-04-03'), person('C2', '2005-04-03')]),
  );
  await again(first.id, 'write', answersOf(first));
  const [c1, c2] = ['C1', 'C2'].map((id) => person(id, '2005-04-03'));
  const run = await checked(csvOf([heading, c1!, c2!.with(3, '0499 000 000')]));
  const rename = (last_name: string) =>
    school()
      .database.updateTable('student')
      .set({ last_name })
      .where('student_id', '=', 'C1')
      .execute();
  await rename('Colleague');
  const stopped = await again(run.id, 'write', answersOf(run));
  expect(stopped).toMatchObject({
    state: 'checked',
    report: { changed_since: true, written: false, operation: null },
  });
  expect(stopped.report.changes.rows).toContainEqual(
    expect.objectContaining({
      fields: [{ field: 'last_name', from: 'Colleague', to: 'O’Brien' }],
    }),
  );
  const { last_name } = await school()
    .database.selectFrom('student')
    .select('last_name')
    .where('student_id', '=', 'C1')
    .executeTakeFirstOrThrow();
  expect(last_name).toBe('Colleague');
  expect(await again(run.id, 'write', answersOf(stopped))).toMatchObject({ state: 'written' });
});
