import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import {
  answersOf,
  csvOf,
  heading,
  openOf,
  person,
  studentImports,
} from '#server/test/student-imports.ts';

const { school, checked, again } = studentImports();
const student = (id: string) =>
  school()
    .database.selectFrom('student')
    .select(['first_name', 'date_of_birth', 'gender'])
    .where('student_id', '=', id)
    .executeTakeFirst();

describe('a file of students that is imported (R-IMPORT-14)', () => {
  it('is written after the questions that it leaves are answered, and undone as a whole', async () => {
    const text = csvOf([
      ['Register of 2026'],
      heading,
      [],
      person('X1'),
      person('X2', '23/04/2005'),
    ]);
    const bytes = Uint8Array.from(text.replaceAll('’', "'"), (char) => char.charCodeAt(0));
    const run = await checked(bytes);
    // The second date says the order.
    expect(openOf(run)).toEqual([]);
    expect(run.report.problems).toEqual([]);
    expect(run.report).toMatchObject({
      counts: [{ table: 'student', created: 2, updated: 0 }],
      totals: { error: 0 },
      changes: { total: 2 },
      written: false,
    });
    expect(await student('X1')).toBeUndefined();
    const written = await again(run.id, 'write', answersOf(run));
    expect(written).toMatchObject({ state: 'written', report: { written: true } });
    expect(await student('X1')).toMatchObject({
      first_name: 'Zoë',
      date_of_birth: '2005-04-03',
      gender: 'female',
    });
    const undone = await school().call(
      'admin',
      'POST',
      `attendance/bulk-operations/${written.report.operation}/undo/`,
      {},
    );
    expect(undone.status).toBe(200);
    expect(await student('X1')).toBeUndefined();
  });

  it('asks for the order of its dates, and for columns that it names otherwise', async () => {
    const run = await checked(
      csvOf([
        ['Code', ...heading.slice(1), 'Shoe'],
        [...person('X3'), '40'],
        [...person('X4', '05/06/2004'), '41'],
      ]),
    );
    expect(openOf(run)).toEqual(['column:student_id', 'date_order']);
    const answers = { ...answersOf(run), 'column:student_id': 'Code', date_order: 'mdy' };
    const full = await again(run.id, 'check', answers);
    expect(full.report.changes.rows[0]).toMatchObject({ change: 'added', line: 2 });
    expect(full.report.changes.rows[0].fields).toContainEqual({
      field: 'date_of_birth',
      from: null,
      to: '2005-03-04',
    });
    expect(full.report).toMatchObject({
      problems: [{ line: 1, column: 'Shoe', reason: 'is not read', level: 'note' }],
      counts: [{ skipped: 0 }],
    });
    const wrong = await again(run.id, 'check', { ...answers, 'column:first_name': 'Code' });
    expect(wrong.report.problems).toContainEqual(
      expect.objectContaining({ column: 'column:first_name', level: 'error' }),
    );
  });

  it('has its header below a title with a comma, in another language, or in the line that is chosen', async () => {
    const own = ['Kennung', 'Benennung', 'Familie', 'Telefon', 'Geburtsdatum', 'Geschlecht'];
    const run = await checked(
      csvOf([
        ['Hochschule Musterstadt, Stand 01.10.2026'],
        [],
        own,
        person('X6', '23/04/2005', 'w'),
        person('X7', '24/04/2005', 'männlich'),
      ]),
    );
    expect(answersOf(run)).toMatchObject({ header: '3', 'column:date_of_birth': 'Geburtsdatum' });
    expect(openOf(run)).toEqual(['column:student_id', 'column:first_name', 'column:last_name']);
    const answers = {
      ...answersOf(run),
      'column:student_id': 'Kennung',
      'column:first_name': 'Benennung',
      'column:last_name': 'Familie',
    };
    const read = await again(run.id, 'check', answers);
    expect(read.report).toMatchObject({ totals: { error: 0 }, counts: [{ created: 2 }] });
    const other = await again(run.id, 'check', { header: '4' });
    const columns = other.report.questions.find(
      ({ name }: { name: string }) => name === 'column:student_id',
    );
    expect(columns.choices[0]).toEqual({ value: 'X6', label: 'X6' });
  });

  it('reads M beside H as mujer and hombre', async () => {
    const run = await checked(
      csvOf([
        ['Matrícula', 'Nombre', 'Apellidos', 'Teléfono', 'Fecha de nacimiento', 'Sexo'],
        person('X8', '23/04/2005', 'M'),
        person('X9', '24/04/2005', 'H'),
      ]),
    );
    expect(openOf(run)).toEqual([]);
    await again(run.id, 'write', answersOf(run));
    expect(await student('X8')).toMatchObject({ gender: 'female' });
    expect(await student('X9')).toMatchObject({ gender: 'male' });
  });

  it('leaves out rows with errors only where somebody says so', async () => {
    const run = await checked(
      csvOf([heading, person('X5', '2005-01-02'), person('', '2005-01-02')]),
    );
    expect(run.report).toMatchObject({
      totals: { error: 1 },
      problems: [{ line: 3, level: 'error' }],
    });
    const left = await again(run.id, 'check', { ...answersOf(run), invalid_rows: 'skip' });
    expect(left.report).toMatchObject({
      totals: { error: 0, skipped: 1 },
      counts: [{ created: 1, skipped: 1 }],
    });
    const written = await again(run.id, 'write', answersOf(left));
    expect(written.report).toMatchObject({ written: true, counts: [{ created: 1 }] });
    expect(await student('X5')).toMatchObject({ first_name: 'Zoë' });
  });

  it('asks whose IDs are that are another one but for zeros in front', async () => {
    const first = await checked(csvOf([heading, person('00777', '2005-01-02')]));
    await again(first.id, 'write', answersOf(first));
    const run = await checked(csvOf([heading, person('777', '2005-01-03')]));
    expect(run.report).toMatchObject({
      totals: { error: 1 },
      problems: [{ line: 2, reason: 'is 00777 without its zeros?' }],
    });
    const same = await again(run.id, 'check', { ...answersOf(run), zeros: 'same' });
    expect(same.report).toMatchObject({
      totals: { error: 0 },
      counts: [{ created: 0, updated: 1 }],
    });
    expect((await again(run.id, 'write', answersOf(same))).report.written).toBe(true);
    expect(await student('00777')).toMatchObject({ date_of_birth: '2005-01-03' });
    expect(await student('777')).toBeUndefined();
  });

  it('counts a student whose card alone is taken off as changed', async () => {
    const withCard = [...heading, 'Card'];
    const rows = (card: string) => csvOf([withCard, [...person('X7', '2005-01-02'), card]]);
    const first = await checked(rows('77001'));
    const mapped = { ...answersOf(first), 'column:rfid_number': 'Card' };
    await again(first.id, 'write', mapped);
    const run = await checked(rows(''));
    const answers = { ...mapped, empty_cells: 'remove' };
    await again(run.id, 'check', answers);
    expect((await again(run.id, 'write', answers)).report).toMatchObject({
      written: true,
      counts: [{ created: 0, updated: 1 }],
    });
  });

  it('asks what M means where its letters do not tell, and for the encoding that nothing tells', async () => {
    const spanish = ['Matrícula', 'Nombre', 'Apellidos', 'Teléfono', 'Nacimiento', 'Sexo'];
    const text = csvOf([spanish, ['Y1', 'Ma£gorzata', 'Gil', '600', '2005-01-02', 'M']]);
    const run = await checked(Uint8Array.from(text, (char) => char.charCodeAt(0)));
    const columns = [
      'student_id',
      'first_name',
      'last_name',
      'phone_number',
      'date_of_birth',
      'gender',
    ];
    const mapped = Object.fromEntries(columns.map((name, at) => [`column:${name}`, spanish[at]!]));
    const open = await again(run.id, 'check', { ...mapped, encoding: 'windows-1252' });
    expect(openOf(open)).toEqual(['m_is']);
    const answers = { ...answersOf(open), m_is: 'female', encoding: 'windows-1250' };
    // The letters of the headings are others in this encoding.
    const other = Object.fromEntries(
      columns.map((name, at) => [
        `column:${name}`,
        new TextDecoder('windows-1250').decode(
          Uint8Array.from(spanish[at]!, (char) => char.charCodeAt(0)),
        ),
      ]),
    );
    const all = { ...answers, ...other };
    await again(run.id, 'check', all);
    const written = await again(run.id, 'write', all);
    expect(written.report).toMatchObject({ written: true });
    expect(await student('Y1')).toMatchObject({ first_name: 'MaŁgorzata', gender: 'female' });
  });

  it('may be a workbook, of which one sheet is chosen', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['x']] },
        { name: '2026', rows: [heading, person('X6', new Date('2005-04-03T00:00:00Z'))] },
      ],
    });
    const run = await checked(bytes, 'Register.XLSX');
    expect(openOf(run)).toEqual(['sheet']);
    const full = await again(run.id, 'check', { sheet: '2026' });
    expect(full.report).toMatchObject({ counts: [{ created: 1 }], totals: { error: 0 } });
    const written = await again(run.id, 'write', answersOf(full));
    expect(written.report.written).toBe(true);
    expect(await student('X6')).toMatchObject({ date_of_birth: '2005-04-03' });
  });

  it('of which rows are hidden asks whether they are read', async () => {
    const rows = [heading, ...['X31', 'X32', 'X33'].map((id) => person(id, '23/04/2005'))];
    const parts = unzipSync(await writeXlsx({ sheets: [{ name: '2026', rows }] }));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const hidden = strToU8(sheet.replace('<row r="3"', '<row hidden="1" r="3"'));
    const bytes = zipSync({ ...parts, 'xl/worksheets/sheet1.xml': hidden });
    const run = await checked(bytes, 'Register.xlsx');
    expect(openOf(run)).toEqual(['hidden_rows']);
    const full = await again(run.id, 'check', { hidden_rows: 'read' });
    expect(full.report).toMatchObject({ counts: [{ created: 3 }] });
    const shown = await again(run.id, 'check', { hidden_rows: 'leave' });
    expect(shown.report).toMatchObject({ counts: [{ created: 2 }], totals: { error: 0 } });
  });

  it.each([
    ['no table', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 200), /no workbook/],
    ['a header alone', csvOf([heading]), /no rows below its header/],
    ['a line of four megabytes', 'x'.repeat(4_000_000), /more than 65,536 characters/],
  ])('is named as one that cannot be used: %s', async (_, content, reason) => {
    const run = await checked(content);
    expect(run).toMatchObject({ state: 'checked', unusable: true, report: { unusable: true } });
    expect(run.report.problems[0].reason).toMatch(reason);
  });
});
