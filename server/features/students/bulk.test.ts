import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSchool, type School } from '../../test/school.ts';
import { sendFile } from '../../test/upload.ts';

let school: School;
beforeEach(async () => {
  school = await openSchool();
});
afterEach(() => school.close());

const header = 'student_id,first_name,last_name,phone_number,date_of_birth,rfid_number';
const send = (text: string | Buffer, query = '', fields?: Record<string, string>, name = 'students.csv') =>
  sendFile(school, 'admin', `attendance/bulk-student-upload/${query}`, 'file', Buffer.from(text), name, fields);
const total = async () => (await school.call('admin', 'GET', 'attendance/students/?limit=1')).body.total as number;
const exported = async () => (await school.call('admin', 'GET', 'attendance/bulk-student-export/')).body as string;

describe('a file of students', () => {
  it('is taken as a whole, and a second time changes nothing', async () => {
    const file = `${header}\nS10,Mei,Nguyễn,+61 1,2005-01-02,9001\nS1,Anna,Ångström,+61 400 000000,2004-05-06,1000001\n`;
    expect(await send(file)).toMatchObject({ status: 200, body: { created: 1, updated: 0, unchanged: 1, written: true, fail: [] } });
    expect(await total()).toBe(6);
    expect((await send(file)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
  });

  it('with a bad row is not taken, and each bad row is named with its line and reason', async () => {
    const file = `${header}\nS10,Mei,Li,1,2005-01-02,\nS11,,Li,1,2005-02-30,\nS12,Bo,Li,1,2005-01-02,1000001\nS10,Again,Li,1,2005-01-02,\nS13,Bo\n`;
    const { status, body } = await send(file);
    expect(status).toBe(200);
    expect(body).toMatchObject({ written: false });
    expect(body.fail).toEqual([
      { line: 3, column: 'first_name', reason: 'is required' },
      { line: 3, column: 'date_of_birth', reason: 'must be a date, YYYY-MM-DD' },
      { line: 4, column: 'rfid_number', reason: '1000001 is the card of student S1' },
      { line: 5, column: 'student_id', reason: 'S10 stands in line 2 already' },
      { line: 6, column: '-', reason: 'has 2 values for 6 columns' },
    ]);
    expect(await total()).toBe(5);
    expect((await send(file, '?mode=valid')).body).toMatchObject({ created: 1, written: true });
    expect(await total()).toBe(6);
  });

  it('whose rows are all of archived students is not written, and says so', async () => {
    const ids = [await school.studentId('S5')];
    expect((await school.call('admin', 'POST', 'attendance/students/create/', { archive: 'ids', ids })).status).toBe(200);
    for (const query of ['', '?mode=valid']) {
      const { body } = await send(`${header}\nS5,Eli,Other,1,2005-01-02,\n`, query);
      expect(body).toMatchObject({ created: 0, updated: 0, unchanged: 0, written: false, faults: 1 });
    }
  });

  it('is only looked at in a dry run', async () => {
    expect((await send(`${header}\nS10,Mei,Li,1,2005-01-02,\n`, '?dry_run=true')).body).toMatchObject({ created: 1, written: false });
    expect(await total()).toBe(5);
  });

  it('may name its columns otherwise, and leave aside what is not mapped', async () => {
    const mapping = JSON.stringify({
      student_id: 'No',
      first_name: 'Given',
      last_name: 'Family',
      phone_number: 'Phone',
      date_of_birth: 'Born',
    });
    expect((await send('No;Given;Family;Phone;Born;Shoe\nS10;Mei;Li;1;2005-01-02;38\n', '', { mapping })).body).toMatchObject({
      created: 1,
      fail: [],
    });
  });

  it('does not touch the columns that it does not have', async () => {
    await send('student_id,first_name,last_name,phone_number,date_of_birth\nS1,Anna,Ångström,+61 9,2004-05-06\n');
    expect((await school.call('admin', 'GET', 'attendance/students/?search=S1')).body.results[0]).toMatchObject({
      phone_number: '+61 9',
      rfid_number: '1000001',
      batch: '2026',
      student_mail: 's1@school.example',
    });
  });

  it('does not bring addresses of photos along', async () => {
    const { body } = await send(`${header},profile_image\nS10,Mei,Li,1,2005-01-02,,leave-application/x.pdf\n`);
    expect(body).toMatchObject({ written: false, fail: [{ line: 1, column: 'profile_image', reason: 'the column is not known here' }] });
  });

  it('whose card exchange fails in one row leaves both cards where they are', async () => {
    const file = `${header}\nS1,Anna,Ångström,1,2004-05-06,1000002\nS2,Bo,Nguyễn,1,2004-05-06,1000005\n`;
    const { body } = await send(file, '?mode=valid');
    expect(body.fail).toEqual([
      { line: 2, column: 'rfid_number', reason: '1000002 is the card of student S2' },
      { line: 3, column: 'rfid_number', reason: '1000005 is the card of student S5' },
    ]);
  });

  it('two students may swap their cards', async () => {
    const file = `${header}\nS1,Anna,Ångström,1,2004-05-06,1000002\nS2,Bo,Nguyễn,1,2004-05-06,1000001\n`;
    expect((await send(file)).body).toMatchObject({ updated: 2, fail: [] });
  });

  it.each([
    ['that is none', undefined, 400, { file: ['Please select a file'] }],
    ['that is empty', '', 400, { file: ['Please select a file'] }],
    ['of more than 4 MB', Buffer.alloc(4 * 1024 * 1024 + 1, 'x'), 413, { detail: 'The file may have at most 4 MB.' }],
  ])('%s is refused', async (_what, text, status, body) => {
    const answer = text === undefined ? await school.call('admin', 'POST', 'attendance/bulk-student-upload/', {}) : await send(text);
    expect(answer).toMatchObject({ status, body });
  });

  it('that is not CSV is refused', async () => {
    expect(await send('x', '', undefined, 'students.xlsx')).toMatchObject({ status: 415, body: { detail: 'Only CSV files are accepted here.' } });
    expect((await send(Buffer.from([0xff, 0xfe, 0x00]))).body).toMatchObject({
      written: false,
      fail: [{ line: 1, reason: 'the file is not in UTF-8' }],
    });
    expect((await send('name\nAnna\n')).body.fail).toMatchObject([{ line: 1, reason: 'the column is missing' }]);
  });

  it.each(['7', '{"shoe":"No"}', '{"student_id":1}', '{"student_id":"a","first_name":"a"}', '{'])(
    'with the mapping %s is refused',
    async (mapping) => {
      expect(await send(`${header}\n`, '', { mapping })).toMatchObject({ status: 400, body: { mapping: [expect.any(String)] } });
    },
  );
});

it('the bulk export is a file that can be uploaded again, and is safe in a spreadsheet', async () => {
  const id = await school.studentId('S2');
  await school.call('admin', 'PATCH', `attendance/students/${id}/`, { first_name: '=1+1', last_name: 'O"Neil, jr', card_print_status: 'collected' });
  const csv = await exported();
  expect(csv.startsWith('\ufeffstudent_id,first_name,')).toBe(true);
  expect(csv).toContain('S2,\'=1+1,"O""Neil, jr",\'+61 400 000000,2004-05-06,');
  expect((await send(csv)).body).toMatchObject({ created: 0, updated: 0, unchanged: 5, fail: [] });
  expect(await exported()).toBe(csv);
});

describe('a file that is too much', () => {
  it('has more rows than one file may have: refused as a whole, whatever is in them', async () => {
    const rows = Array.from({ length: 20_001 }, (_, number) => `T${number},Mei,Li,1,2005-01-02,`);
    const { status, body } = await send(`${header}\n${rows.join('\n')}\n`, '?mode=valid');
    expect(status).toBe(200);
    expect(body).toMatchObject({ written: false, faults: 1, bad_rows: 1 });
    expect(body.fail).toEqual([{ line: 1, column: '-', reason: 'the file has more than 20,000 rows: split it' }]);
    expect(await total()).toBe(5);
  });

  it('of lines of two bytes answers in short, and keeps neither the server nor its memory', async () => {
    const bytes = Buffer.from(`${header}\n${'1\n'.repeat(2_000_000)}`).subarray(0, 4 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    const answer = await send(bytes);
    expect(answer.body.fail).toHaveLength(1);
    expect(JSON.stringify(answer.body).length).toBeLessThan(1000);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(300);
  });

  it('names the first 500 faults, and how many there are', async () => {
    const rows = Array.from({ length: 3000 }, (_, number) => `T${number},,Li,1,yesterday,`);
    const { body } = await send(`${header}\n${rows.join('\n')}\n`);
    expect(body).toMatchObject({ faults: 6000, bad_rows: 3000, written: false });
    expect(body.fail).toHaveLength(500);
    expect(body.fail[499]).toMatchObject({ line: 251 });
  });

  it.each([
    ['columns without end', `${header}${',x'.repeat(1_500_000)}\n`],
    ['a row without end', `${header}\nS10${','.repeat(3_000_000)}\n`],
    ['a quote without end', `${header}\n"${'x'.repeat(3_000_000)}`],
    ['line breaks in quotes', `${header}\n"${'\n'.repeat(3_000_000)}`],
  ])('has %s: refused with the line', async (_what, text) => {
    const { status, body } = await send(text);
    expect(status).toBe(200);
    expect(body).toMatchObject({ written: false, fail: [{ line: expect.any(Number), column: '-' }] });
  });
});
