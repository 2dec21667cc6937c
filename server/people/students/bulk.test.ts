import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { header, studentCount, uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool();
});
afterEach(() => school.close());
const exported = async () =>
  (await school.call('admin', 'GET', 'attendance/bulk-student-export/')).body as string;

describe('a file of students', () => {
  it('is imported as a whole, and a second time changes nothing', async () => {
    const file =
      `${header}\nS10,Mei,Nguyễn,+61 1,2005-01-02,9001\n` +
      `S1,Anna,Ångström,+61 400 000000,2004-05-06,1000001\n`;
    expect(await uploadStudents(school, file)).toMatchObject({
      status: 200,
      body: { created: 1, updated: 0, unchanged: 1, written: true, fail: [] },
    });
    expect(await studentCount(school)).toBe(6);
    expect((await uploadStudents(school, file)).body).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 2,
    });
  });

  it('with an invalid row is not imported, and each invalid row is listed with its line and reason', async () => {
    const file =
      `${header}\nS10,Mei,Li,1,2005-01-02,\nS11,,Li,1,2005-02-30,\n` +
      `S12,Bo,Li,1,2005-01-02,1000001\nS10,Again,Li,1,2005-01-02,\nS13,Bo\n`;
    const { status, body } = await uploadStudents(school, file);
    expect(status).toBe(200);
    expect(body).toMatchObject({ written: false });
    expect(body.fail).toEqual([
      { line: 3, column: 'first_name', reason: 'is required' },
      { line: 3, column: 'date_of_birth', reason: 'must be a date, YYYY-MM-DD' },
      { line: 4, column: 'rfid_number', reason: '1000001 is the card of student S1' },
      { line: 5, column: 'student_id', reason: 'S10 is already in line 2' },
      { line: 6, column: '-', reason: 'has 2 values for 6 columns' },
    ]);
    expect(await studentCount(school)).toBe(5);
    expect((await uploadStudents(school, file, '?mode=valid')).body).toMatchObject({
      created: 1,
      written: true,
    });
    expect(await studentCount(school)).toBe(6);
  });

  it('with an ID twice names the line whose values are written', async () => {
    const twice = `${header}\nS10,Mei,Li,1,2005-01-02,\nS10,Again,Li,1,2005-01-02,\n`;
    const lines = async (file: string) => {
      const { body } = await uploadStudents(school, file, '?mode=valid&dry_run=true');
      return body.preview.rows.map((row: { line: number; fields: { to: unknown }[] }) => [
        row.line,
        row.fields.map(({ to }) => to).includes('Mei'),
      ]);
    };
    expect(await lines(twice)).toEqual([[2, true]]);
    // The first one is left out for another reason.
    const future = `${header}\nS10,Again,Li,1,2999-01-02,\nS10,Mei,Li,1,2005-01-02,\n`;
    expect(await lines(future)).toEqual([[3, true]]);
  });

  it('with rows of archived students only is not written, and reports that', async () => {
    const ids = [await school.studentId('S5')];
    expect(
      (await school.call('admin', 'POST', 'attendance/students/create/', { archive: 'ids', ids }))
        .status,
    ).toBe(200);
    for (const query of ['', '?mode=valid']) {
      const { body } = await uploadStudents(
        school,
        `${header}\nS5,Eli,Other,1,2005-01-02,\n`,
        query,
      );
      expect(body).toMatchObject({
        created: 0,
        updated: 0,
        unchanged: 0,
        written: false,
        faults: 1,
      });
    }
  });

  it('is only checked in a dry run', async () => {
    expect(
      (await uploadStudents(school, `${header}\nS10,Mei,Li,1,2005-01-02,\n`, '?dry_run=true')).body,
    ).toMatchObject({ created: 1, written: false });
    expect(await studentCount(school)).toBe(5);
  });

  it.each(['\u0000', '\u0007', '\ufffe', '\uffff'])(
    'with an invalid character is rejected with its column (%j)',
    async (character) => {
      const { status, body } = await uploadStudents(
        school,
        `${header}\nS10,Me${character}i,Li,1,2005-01-02,\n`,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        written: false,
        fail: [{ line: 2, column: 'first_name', reason: 'must not contain control characters' }],
      });
    },
  );

  it('names the rows above its header, which may be students', async () => {
    const row = (id: string) => `${id},Mei,Li,1,2005-01-02,`;
    const rows = `Register,,,,,\n${row('S10')}\n${header}\n${row('S11')}\n`;
    expect((await uploadStudents(school, rows, '?dry_run=true')).body).toMatchObject({
      created: 1,
      fail: [{ line: 2, column: '-', reason: 'is above the header: move the header to the top' }],
    });
  });

  it('with two columns of one name is rejected, unless one of them is chosen', async () => {
    const rows = `${header},rfid_number\nS10,Mei,Li,1,2005-01-02,9001,9002\n`;
    const fail = [
      {
        line: 1,
        column: 'rfid_number',
        reason: 'columns 6 and 7 have the same name: rename or remove one',
      },
    ];
    expect((await uploadStudents(school, rows, '?mode=valid')).body).toMatchObject({
      written: false,
      fail,
    });
    const mapping = JSON.stringify({
      ...Object.fromEntries(header.split(',').map((column) => [column, column])),
      rfid_number: 'rfid_number (2)',
    });
    const { body } = await uploadStudents(school, rows, '?dry_run=true', { mapping });
    expect(body.preview.rows[0].fields).toContainEqual({
      field: 'rfid_number',
      from: null,
      to: '9002',
    });
  });

  it.each([
    ['rfid_number', 'S10,Mei,Li,1,2005-01-02,7.0001E+09'],
    ['rfid_number', '"S10","Mei","Li","1","2005-01-02","7,0001E+09"'],
    ['phone_number', 'S10,Mei,Li,6.14E+10,2005-01-02,'],
    ['student_id', '1E+05,Mei,Li,1,2005-01-02,'],
  ])('with a %s that a spreadsheet rounded names it: %s', async (column, row) => {
    const reason = 'was rounded by a spreadsheet: format the column as text and enter it again';
    expect((await uploadStudents(school, `${header}\n${row}\n`)).body).toMatchObject({
      written: false,
      fail: [{ line: 2, column, reason }],
    });
  });

  it('accepts a card whose hexadecimal number has an E', async () => {
    expect(
      (await uploadStudents(school, `${header}\nS10,Mei,Li,1,2005-01-02,0412E345\n`)).body,
    ).toMatchObject({
      written: true,
      fail: [],
    });
  });

  it('with a header only is not written', async () => {
    expect((await uploadStudents(school, `${header}\n`)).body).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 0,
      written: false,
    });
  });

  it('rejects what the form rejects, with the form’s message', async () => {
    const good = {
      student_id: 'S10',
      first_name: 'Mei',
      last_name: 'Li',
      phone_number: '1',
      date_of_birth: '2005-01-02',
    };
    const bad: Record<string, string> = {
      student_id: 'S1234567890',
      first_name: 'x'.repeat(101),
      last_name: 'x'.repeat(101),
      phone_number: '1'.repeat(31),
      date_of_birth: '2026-03-03',
      batch: 'x'.repeat(51),
      gender: 'mystery',
      student_mail: 'not an address',
      rfid_number: '1'.repeat(16),
    };
    for (const [field, value] of Object.entries(bad)) {
      const row: Record<string, string> = { ...good, [field]: value };
      const { status, body } = await school.call(
        'admin',
        'POST',
        'attendance/students/create/',
        row,
      );
      expect(status).toBe(400);
      const { fail, written } = (
        await uploadStudents(
          school,
          `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`,
        )
      ).body;
      expect([written, fail]).toEqual([
        false,
        [{ line: 2, column: field, reason: body[field][0] }],
      ]);
    }
  });

  it('lists its changes, old and new values', async () => {
    const file =
      `${header}\nS10,Mei,Li,1,2005-01-02,\n` +
      `S1,Anne,Ångström,+61 400 000000,2004-05-07,\n` +
      `S2,Bo,Nguyễn,+61 400 000000,2004-05-06,1000002\n`;
    const { body } = await uploadStudents(school, file, '?dry_run=true');
    expect(body).toMatchObject({ created: 1, updated: 1, unchanged: 1, written: false });
    expect(body.changes).toEqual([
      {
        line: 3,
        student_id: 'S1',
        fields: [
          { field: 'first_name', from: 'Anna', to: 'Anne' },
          { field: 'date_of_birth', from: '2004-05-06', to: '2004-05-07' },
          { field: 'rfid_number', from: '1000001', to: null },
        ],
      },
    ]);
  });

  it('may have other column names, and ignores unmapped ones', async () => {
    const mapping = JSON.stringify({
      student_id: 'No',
      first_name: 'Given',
      last_name: 'Family',
      phone_number: 'Phone',
      date_of_birth: 'Born',
    });
    expect(
      (
        await uploadStudents(
          school,
          'No;Given;Family;Phone;Born;Shoe\nS10;Mei;Li;1;2005-01-02;38\n',
          '',
          { mapping },
        )
      ).body,
    ).toMatchObject({
      created: 1,
      fail: [],
    });
  });

  it('does not change columns that it does not have', async () => {
    await uploadStudents(
      school,
      'student_id,first_name,last_name,phone_number,date_of_birth\nS1,Anna,Ångström,+61 9,2004-05-06\n',
    );
    expect(
      (await school.call('admin', 'GET', 'attendance/students/?search=S1')).body.results[0],
    ).toMatchObject({
      phone_number: '+61 9',
      rfid_number: '1000001',
      batch: '2026',
      student_mail: 's1@school.example',
    });
  });

  it('does not accept addresses of photos', async () => {
    const { body } = await uploadStudents(
      school,
      `${header},profile_image\nS10,Mei,Li,1,2005-01-02,,leave-application/x.pdf\n`,
    );
    expect(body).toMatchObject({
      written: false,
      fail: [{ line: 1, column: 'profile_image', reason: 'the column is not known here' }],
    });
  });

  it('whose card exchange fails in one row changes neither card', async () => {
    const file = `${header}\nS1,Anna,Ångström,1,2004-05-06,1000002\nS2,Bo,Nguyễn,1,2004-05-06,1000005\n`;
    const { body } = await uploadStudents(school, file, '?mode=valid');
    expect(body.fail).toEqual([
      { line: 2, column: 'rfid_number', reason: '1000002 is the card of student S2' },
      { line: 3, column: 'rfid_number', reason: '1000005 is the card of student S5' },
    ]);
  });

  it('two students may swap their cards', async () => {
    const file = `${header}\nS1,Anna,Ångström,1,2004-05-06,1000002\nS2,Bo,Nguyễn,1,2004-05-06,1000001\n`;
    expect((await uploadStudents(school, file)).body).toMatchObject({ updated: 2, fail: [] });
  });
});

it('the bulk export is a file that can be uploaded again, and is safe in a spreadsheet', async () => {
  const id = await school.studentId('S2');
  await school.call('admin', 'PATCH', `attendance/students/${id}/`, {
    first_name: '=1+1',
    last_name: 'O"Neil, jr',
    card_print_status: 'collected',
  });
  const csv = await exported();
  expect(csv.startsWith('\ufeffstudent_id,first_name,')).toBe(true);
  expect(csv).toContain('S2,\'=1+1,"O""Neil, jr",+61 400 000000,2004-05-06,');
  expect((await uploadStudents(school, csv)).body).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 5,
    fail: [],
  });
  expect(await exported()).toBe(csv);
});
