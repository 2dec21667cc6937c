import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { institute } from '#server/test/institute.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
let mon9b: number;
let algebra: number;

/**
 * The roll of Monday 9:00 on two Mondays: one of four is not marked. S4's class has been taken
 * once; others never.
 */
beforeAll(async () => {
  school = await createTestSchool({
    rows: {
      ...institute,
      students: institute.students!.map((row) =>
        row.student_id === 'S2' ? { ...row, last_name: '=2+5' } : row,
      ),
    },
  });
  [mon9, mon9b] = await Promise.all([school.classId('mon9'), school.classId('mon9b')]);
  algebra = (
    await sql<{ id: number }>`select id from subject where subject_code = 'MAT1'`.execute(
      school.database,
    )
  ).rows[0]!.id;
  const mark = async (
    student: string,
    class_schedule: number,
    date: string,
    status = 'Present',
  ) => {
    const { status: code } = await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: student,
      class_schedule,
      date,
      status,
    });
    expect(code).toBe(201);
  };
  for (const student of ['S1', 'S2']) await mark(student, mon9, '2026-03-02');
  await mark('S3', mon9, '2026-03-02', 'Absent');
  await mark('S1', mon9, '2026-02-23');
  await mark('S4', mon9b, '2026-03-02');
});
afterAll(() => school.close());

async function take(
  body: object,
  { path = 'master-export', caller = 'admin' as Exclude<Caller, 'anonymous'>, format = 'csv' } = {},
) {
  const headers = { authorization: `Bearer ${await school.token(caller)}` };
  return school.app.inject({
    method: 'POST',
    url: `/api/v2/attendance/${path}/?format=${format}`,
    headers,
    payload: body,
  });
}
const march = { fromDate: '2026-02-01', toDate: '2026-03-02' };
const rowsOf = (bytes: Buffer): Record<string, string>[] =>
  parse(bytes, { bom: true, columns: true });

describe('the master export', () => {
  it('has a row for every student of every taken roll, as its screen shows it', async () => {
    const answer = await take({ ...march, schedule: [mon9] });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="master-export-2026-02-01-2026-03-02.csv"',
    });
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows = rowsOf(answer.rawPayload);
    expect(rows.map((row) => [row.Date, row['Student ID'], row.Status])).toEqual([
      ['2026-02-23', 'S1', 'Present'],
      ['2026-02-23', 'S2', 'N/A'],
      ['2026-02-23', 'S3', 'N/A'],
      ['2026-02-23', 'S5', 'N/A'],
      ['2026-03-02', 'S1', 'Present'],
      ['2026-03-02', 'S2', 'Present'],
      ['2026-03-02', 'S3', 'Absent'],
      ['2026-03-02', 'S5', 'N/A'],
    ]);
    expect(rows[5]).toMatchObject({
      Day: 'Monday',
      Start: '09:00',
      End: '10:00',
      'Subject code': 'MAT1',
      Subject: 'Algebra',
      'Class type': 'Lecture',
      Classroom: 'R1',
      Teacher: 'Tess Teacher',
      'First name': 'Bo',
      'Last name': "'=2+5",
      'Marked at': '2026-03-02 09:15',
    });
    const summary = (
      await school.call('admin', 'POST', 'attendance/schedule-students-attendance/', {
        class_schedule: mon9,
        date: '2026-03-02',
      })
    ).body.summary;
    const counted = (status: string) =>
      rows.filter((row) => row.Date === '2026-03-02' && row.Status === status).length;
    expect([counted('Present'), counted('Absent'), counted('N/A')]).toEqual([
      summary.present,
      summary.absent,
      summary.not_taken,
    ]);
  });

  it('has the first teacher and room, and further ones at the right (T41)', async () => {
    await sql`
      with room as (insert into classroom (room_number, capacity) values ('R7', 9) returning id)
      update class_meeting g set more_classroom_ids = array[room.id],
        co_teacher_ids = array(select id from teacher where first_name = 'Theo')
      from room where g.class_schedule_id = ${mon9} and g.date = '2026-03-02'`.execute(
      school.database,
    );
    const rows = rowsOf((await take({ ...march, schedule: [mon9] })).rawPayload);
    expect(rows.find((row) => row.Date === '2026-03-02')).toMatchObject({
      Classroom: 'R1',
      Teacher: 'Tess Teacher',
      'Further teachers': 'Theo Tutor',
      'Further rooms': 'R7',
    });
    await sql`
      update class_meeting set more_classroom_ids = null, co_teacher_ids = null
      where class_schedule_id = ${mon9}`.execute(school.database);
  });

  it.each([
    ['a subject', () => ({ subject: [algebra] }), 8],
    ['a schedule or a subject', () => ({ subject: [algebra], schedule: [mon9b] }), 9],
    ['one day', () => ({ schedule: [mon9], fromDate: '2026-03-02' }), 4],
  ])('of %s', async (_name, more, count) => {
    expect(rowsOf((await take({ ...march, ...more() })).rawPayload)).toHaveLength(count);
  });

  it('as Excel has typed dates; text stays text', async () => {
    const answer = await take({ ...march, schedule: [mon9] }, { format: 'xlsx' });
    expect(answer.statusCode).toBe(200);
    const [header, first, second] = (await readXlsx(new Uint8Array(answer.rawPayload))).sheets[0]!
      .rows;
    expect(first![header!.indexOf('Date')]).toEqual(new Date('2026-02-23T00:00:00Z'));
    expect(second![header!.indexOf('Last name')]).toBe('=2+5');
  });

  it('answers 404 when there is no data', async () => {
    for (const body of [
      { ...march, schedule: [424_242] },
      { fromDate: '2026-02-16', toDate: '2026-02-22', schedule: [mon9] },
    ]) {
      expect(await school.call('admin', 'POST', 'attendance/master-export/', body)).toMatchObject({
        status: 404,
        body: { detail: 'No Data found' },
      });
    }
  });

  it.each([
    [{ fromDate: null }, { fromDate: ['Start date is required'] }],
    [{ toDate: '' }, { toDate: ['End date is required'] }],
    [{ fromDate: '2026-03-03' }, { toDate: ['End date must be later than start date'] }],
    [
      { fromDate: '1990-01-01', toDate: '2089-12-31' },
      { toDate: ['must be at most 1830 days after the start'] },
    ],
    [
      { schedule: [], subject: [] },
      { schedule: ['Please select at least one schedule or subject'] },
    ],
    [{ schedule: undefined }, { schedule: ['Please select at least one schedule or subject'] }],
    [{ schedule: ['1; drop table student'] }, { schedule: ['must be a whole number'] }],
    [{ schedule: [1.5] }, { schedule: ['must be a whole number'] }],
    [{ fromDate: "2026-03-01'; --" }, { fromDate: ['must be a date, YYYY-MM-DD'] }],
    [{ colour: 'red' }, { colour: ['is not a known field'] }],
  ])('refuses %j', async (more, body) => {
    expect(
      await school.call('admin', 'POST', 'attendance/master-export/', {
        ...march,
        schedule: [mon9],
        ...more,
      }),
    ).toMatchObject({
      status: 400,
      body,
    });
  });

  it('of given records', async () => {
    const { rows } = await sql<{
      id: number;
    }>`select id from attendance where date = '2026-03-02' and class_schedule_id = ${mon9} order by id`.execute(
      school.database,
    );
    const answer = await take(
      { ids: rows.slice(0, 2).map(({ id }) => id) },
      { path: 'bulk-attendance-export' },
    );
    expect(rowsOf(answer.rawPayload).map((row) => row['Student ID'])).toEqual(['S1', 'S2']);
    expect((await take({ ids: [424_242] }, { path: 'bulk-attendance-export' })).statusCode).toBe(
      404,
    );
    expect((await take({ ids: [] }, { path: 'bulk-attendance-export' })).statusCode).toBe(400);
  });

  it('is for who may export timetables', async () => {
    expect((await take({ ...march, schedule: [mon9] }, { caller: 'teacher' })).statusCode).toBe(
      403,
    );
    expect((await take({ ...march, schedule: [mon9] }, { caller: 'account' })).statusCode).toBe(
      200,
    );
  });
});

describe('an export by mail', () => {
  it.each([
    ['spreadsheet-export', {}, { email: ['Email cannot be empty'] }],
    ['spreadsheet-export', { email: ' ' }, { email: ['Email cannot be empty'] }],
    ['spreadsheet-export', { email: 'nobody' }, { email: ['must be an e-mail address'] }],
    [
      'spreadsheet-export',
      { email: 'a@b.example\r\nbcc: c@d.example' },
      { email: ['must be an e-mail address'] },
    ],
    [
      'attendance-export/export_attendance',
      {},
      {
        email: ['field is required'],
        from_date: ['field is required'],
        to_date: ['field is required'],
      },
    ],
    [
      'attendance-export/export_attendance',
      { email: 'a@b.example', from_date: '2026-03-02', to_date: '2026-03-01' },
      { to_date: ['End date must be later than start date'] },
    ],
    [
      'attendance-export/export_attendance',
      {
        email: 'a@b.example',
        from_date: '2026-03-02',
        to_date: '2026-03-02',
        student_id: ['S1', 'S99'],
      },
      { student_id: ['S99 cannot be found'] },
    ],
  ])('%s %j is refused', async (path, body, errors) =>
    expect(await school.call('admin', 'POST', `attendance/${path}/`, body)).toMatchObject({
      status: 400,
      body: errors,
    }),
  );

  it('contains the attendance of the chosen students and subject, N/A included', async () => {
    const body = {
      email: 'head@school.example',
      from_date: '2026-02-01',
      to_date: '2026-03-02',
      student_id: ['S1', await school.studentId('S5')],
      subject: algebra,
    };
    const answer = await school.call(
      'account',
      'POST',
      'attendance/attendance-export/export_attendance/',
      body,
    );
    expect(answer).toMatchObject({
      status: 202,
      body: { message: 'Schedule exported successfully to provided mail' },
    });
    const { id } = answer.body;
    await expect
      .poll(async () => (await school.call('admin', 'GET', `attendance/jobs/${id}/`)).body.state, {
        timeout: 20_000,
      })
      .toBe('done');
    const headers = { authorization: `Bearer ${await school.token('admin')}` };
    const file = await school.app.inject({
      url: `/api/v2/attendance/inbox/${id}/attachments/0/`,
      headers,
    });
    const [header, ...rows] = (await readXlsx(new Uint8Array(file.rawPayload))).sheets[0]!.rows;
    expect(
      rows.map((row) => [row[header!.indexOf('Student ID')], row[header!.indexOf('Status')]]),
    ).toEqual([
      ['S1', 'Present'],
      ['S5', 'N/A'],
      ['S1', 'Present'],
      ['S5', 'N/A'],
    ]);
  });
});
