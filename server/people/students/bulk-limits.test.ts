import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { header, studentCount, uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool();
});
afterEach(() => school.close());

describe('a file of students', () => {
  it.each([
    ['that is none', undefined, 400, { file: ['Please select a file'] }],
    ['that is empty', '', 400, { file: ['Please select a file'] }],
    [
      'of more than 4 MB',
      Buffer.alloc(4 * 1024 * 1024 + 1, 'x'),
      413,
      { detail: 'The file may have at most 4 MB.' },
    ],
  ])('%s is refused', async (_what, text, status, body) => {
    const answer =
      text === undefined
        ? await school.call('admin', 'POST', 'attendance/bulk-student-upload/', {})
        : await uploadStudents(school, text);
    expect(answer).toMatchObject({ status, body });
  });

  it('that is not CSV is refused', async () => {
    expect(await uploadStudents(school, 'x', '', undefined, 'students.xlsx')).toMatchObject({
      status: 415,
      body: { detail: 'Only CSV files are accepted here.' },
    });
    expect(
      (await uploadStudents(school, Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0xc8]))).body,
    ).toMatchObject({
      written: false,
      fail: [{ line: 1, reason: 'the file is no text: save it as CSV UTF-8' }],
    });
    expect((await uploadStudents(school, 'name\nAnna\n')).body.fail).toMatchObject([
      { line: 1, reason: 'the column is missing' },
    ]);
  });

  it.each(['7', '{"shoe":"No"}', '{"student_id":1}', '{"student_id":"a","first_name":"a"}', '{'])(
    'with the mapping %s is refused',
    async (mapping) => {
      expect(await uploadStudents(school, `${header}\n`, '', { mapping })).toMatchObject({
        status: 400,
        body: { mapping: [expect.any(String)] },
      });
    },
  );
});

describe('a file that is too large', () => {
  it('with too many rows is rejected as a whole, whatever they contain', async () => {
    const rows = Array.from({ length: 20_001 }, (_, number) => `T${number},Mei,Li,1,2005-01-02,`);
    const { status, body } = await uploadStudents(
      school,
      `${header}\n${rows.join('\n')}\n`,
      '?mode=valid',
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ written: false, faults: 1, bad_rows: 1 });
    expect(body.fail).toEqual([
      { line: 1, column: '-', reason: 'the file has more than 20,000 rows: split it' },
    ]);
    expect(await studentCount(school)).toBe(5);
  });

  it('with lines of two bytes gets a short response, and uses little time and memory', async () => {
    const bytes = Buffer.from(`${header}\n${'1\n'.repeat(2_000_000)}`).subarray(0, 4 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    const answer = await uploadStudents(school, bytes);
    expect(answer.body.fail).toHaveLength(1);
    expect(JSON.stringify(answer.body).length).toBeLessThan(1000);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(300);
  });

  it('lists the first 500 errors, and their total', async () => {
    const rows = Array.from({ length: 3000 }, (_, number) => `T${number},,Li,1,yesterday,`);
    const { body } = await uploadStudents(school, `${header}\n${rows.join('\n')}\n`);
    expect(body).toMatchObject({ faults: 6000, bad_rows: 3000, written: false });
    expect(body.fail).toHaveLength(500);
    expect(body.fail[499]).toMatchObject({ line: 251 });
  });

  it.each([
    ['columns without end', `${header}${',x'.repeat(1_500_000)}\n`],
    ['columns without a name or an end', `${header}${','.repeat(3_000_000)}\n`],
    ['a row without end', `${header}\nS10${','.repeat(3_000_000)}\n`],
    ['a quote without end', `${header}\n"${'x'.repeat(3_000_000)}`],
    ['line breaks in quotes', `${header}\n"${'\n'.repeat(3_000_000)}`],
  ])('has %s: refused with the line', async (_what, text) => {
    const { status, body } = await uploadStudents(school, text);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      written: false,
      fail: [{ line: expect.any(Number), column: '-' }],
    });
  });

  it('rejects a row because of the previous row, 20,000 times: each is checked once', async () => {
    const cards = 20_000;
    await sql`
      insert into student (student_id, first_name, last_name, phone_number, date_of_birth,
        rfid_number)
      select 'T' || n, 'Mei', 'Li', '1', '2005-01-02', '9' || n
      from generate_series(0, ${cards}) n`.execute(school.database);
    // Each student gets the next one's card; the last card belongs to a student who is not in the
    // file.
    const rows = Array.from(
      { length: cards },
      (_, number) => `T${number},Mei,Li,1,2005-01-02,9${number + 1}`,
    );
    const { body } = await uploadStudents(school, `${header}\n${rows.join('\n')}\n`, '?mode=valid');
    expect(body).toMatchObject({
      updated: 0,
      unchanged: 0,
      written: false,
      faults: cards,
      bad_rows: cards,
    });
    expect(body.fail[0]).toEqual({
      line: 2,
      column: 'rfid_number',
      reason: '91 is the card of student T1',
    });
  });
});
