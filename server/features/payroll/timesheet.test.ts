import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { institute } from '../../test/institute.ts';
import { openSchool, type Caller, type School } from '../../test/school.ts';

let school: School;
let classes: Record<string, number>;
let [tess, theo] = [0, 0];
let lec: number;
const call = (caller: Caller, path: string) => school.call(caller, 'GET', `attendance/${path}`);
const checkIn = async (caller: Caller, ref: string, date: string, at: string, more = {}) => {
  school.at(at);
  const { status, body } = await school.call(caller, 'POST', 'attendance/payroll-logs/create/', { class_schedule: classes[ref], date, ...more });
  expect(status).toBe(201);
  return body.id as number;
};

/** Four check-ins: Tess on two Mondays, Theo for her once and once for himself; the pay code is on Tess's lecture. */
beforeAll(async () => {
  school = await openSchool({
    rows: {
      ...institute,
      subjects: institute.subjects!.map((row) => ({ ...row, subject_name: row.subject_code === 'MAT1' ? '=Algebra' : row.subject_name! })),
    },
  });
  classes = Object.fromEntries(
    await Promise.all(['mon9', 'mon10', 'mon9b', 'tue14', 'sat9'].map(async (ref) => [ref, await school.classId(ref)] as const)),
  );
  [tess, theo] = await Promise.all(
    (['teacher', 'otherTeacher'] as const).map(async (who) => (await school.call(who, 'GET', 'user/details/')).body.teacher_id),
  );
  const body = { paycode: 'LEC', amount: '99.99', paycode_type: 'initial_lecture_regular' };
  lec = (await school.call('account', 'POST', 'attendance/payrolls/create/', body)).body.id;
  await school.call('account', 'PATCH', `attendance/classschedule/${classes.mon9}/`, { payroll_id: lec });
  await checkIn('teacher', 'mon9', '2026-02-23', '2026-02-23T09:00:00+11:00');
  const second = await checkIn('teacher', 'mon9', '2026-03-02', '2026-03-02T09:00:00+11:00');
  await checkIn('otherTeacher', 'tue14', '2026-03-03', '2026-03-03T14:00:00+11:00');
  await checkIn('otherTeacher', 'mon9b', '2026-03-02', '2026-03-02T09:10:00+11:00');
  await school.call('account', 'PATCH', `attendance/payroll-logs/${second}/`, { status: 'completed' });
  school.at('2026-03-10T12:00:00+11:00');
});
afterAll(() => school.close());

describe('the list of check-ins', () => {
  it('shows a teacher their own, whatever they ask for, and whoever sees all everything', async () => {
    const seen = async (caller: Caller, query = '') => (await call(caller, `payroll-logs/${query}`)).body.total;
    expect([await seen('teacher'), await seen('otherTeacher'), await seen('account'), await seen('admin')]).toEqual([2, 2, 4, 0]);
    expect([await seen('teacher', `?teacher=${theo}`), await seen('account', `?teacher=${theo}`)]).toEqual([2, 2]);
  });

  it('tells whoever opens a class that it is checked in, but not what is paid', async () => {
    const ofClass = async (caller: Caller) => (await call(caller, `payroll-logs/?class_schedule=${classes.mon9}&date=2026-03-02`)).body.results[0];
    for (const caller of ['otherTeacher', 'admin'] as const) {
      const seen = await ofClass(caller);
      expect(seen).toMatchObject({ status: 'completed', teacher: { first_name: 'Tess' } });
      for (const hidden of ['payroll', 'rate', 'amount_need_to_be_paid']) expect(seen).not.toHaveProperty(hidden);
    }
    for (const caller of ['teacher', 'account'] as const)
      expect(await ofClass(caller)).toMatchObject({ rate: '99.99', amount_need_to_be_paid: '99.99' });
  });

  it.each([
    ['from_date=2026-03-02', 3],
    ['to_date=2026-03-01', 1],
    ['from_date=2026-03-02&to_date=2026-03-02', 2],
    ['date=2026-02-23,2026-03-03', 2],
    ['status=pending', 3],
    ['status=completed', 1],
    ['status=pending,completed', 4],
    ['payroll=none', 2],
    ['payroll=1', 2],
    ['payroll=1,none', 4],
    ['subject=1', 2],
    ['search=algebra', 2],
    ['search=theo', 2],
    ['search=tess%20mat1', 2],
    ['search=theo%20mat1', 0],
    ['search=t%25', 0],
  ])('filtered by %s has %i', async (query, total) => expect((await call('account', `payroll-logs/?${query}`)).body).toMatchObject({ total }));

  it.each(['date', 'teacher', 'duration', 'amount', 'status'])('is ordered by %s, both ways', async (order) => {
    const ids = async (ordering: string) =>
      (await call('account', `payroll-logs/?ordering=${ordering}`)).body.results.map((row: { id: number }) => row.id);
    expect(await ids(`-${order}`)).toEqual((await ids(order)).toReversed());
  });

  it.each([
    ['payroll=lec', 'payroll', 'must be ids of pay codes, or none'],
    ['status=paid', 'status', 'must be pending or completed'],
    ['from_date=2026', 'from_date', 'must be a date, YYYY-MM-DD'],
    ['colour=red', 'colour', 'is not a known field'],
  ])('refuses %s', async (query, field, message) => {
    for (const path of ['payroll-logs/', 'payroll-logs-stats/', 'payroll-logs-export/'])
      expect(await call('account', `${path}?${query}`)).toMatchObject({ status: 400, body: { [field]: [message] } });
  });
});

describe('the sums', () => {
  it('are of everything that the list shows under the same filters', async () => {
    expect((await call('account', 'payroll-logs-stats/')).body).toEqual({
      total: 4,
      pending: 3,
      completed: 1,
      total_minutes: 300,
      total_amount: '199.98',
    });
    expect((await call('account', 'payroll-logs-stats/?search=theo&from_date=2026-03-03')).body).toMatchObject({ total: 1, total_minutes: 90 });
    expect((await call('account', 'payroll-logs-stats/?search=nobody')).body).toMatchObject({ total: 0, total_minutes: 0, total_amount: '0.00' });
  });

  it('are a teacher’s own', async () => {
    expect((await call('teacher', 'payroll-logs-stats/')).body).toMatchObject({ total: 2, total_amount: '199.98' });
    expect((await call('teacher', `payroll-logs-stats/?teacher=${theo}`)).body).toMatchObject({ total: 2, total_amount: '199.98' });
    expect((await call('admin', 'payroll-logs-stats/')).body).toMatchObject({ total: 0 });
  });

  it.each([
    [
      'teacher',
      () => [
        [tess, 'Tess Teacher', 2, 120, '199.98'],
        [theo, 'Theo Tutor', 2, 180, '0.00'],
      ],
    ],
    [
      'pay_code',
      () => [
        [lec, 'LEC', 2, 120, '199.98'],
        [null, 'No pay code', 2, 180, '0.00'],
      ],
    ],
    [
      'week',
      () => [
        ['2026-02-23', '2026-02-23', 1, 60, '99.99'],
        ['2026-03-02', '2026-03-02', 3, 240, '99.99'],
      ],
    ],
  ])('by %s', async (by, groups) => {
    const { body } = await call('account', `payroll-logs-stats/?by=${by}`);
    expect(body).toMatchObject({ total: 4, pending: 3, total_amount: '199.98', all_groups: 2 });
    expect(body.groups).toEqual(groups().map(([key, title, count, minutes, amount]) => ({ key, title, count, minutes, amount })));
  });
});

describe('classes without a check-in', () => {
  const missing = async (caller: Caller, query = '') => {
    const { status, body } = await call(caller, `payroll-logs-missing/${query}`);
    expect(status).toBe(200);
    return body.results.map(
      (row: { date: string; schedule: { id: number } }) => `${row.date} ${Object.keys(classes).find((ref) => classes[ref] === row.schedule.id)}`,
    );
  };
  const day = '?from_date=2026-03-02&to_date=2026-03-02';

  it('are those that took place with students and without anybody checked in', async () => {
    expect(await missing('account', day)).toEqual(['2026-03-02 mon10']);
    // Of the usual fourteen days, the latest first.
    expect(await missing('account')).toEqual(
      ['2026-03-09 mon10', '2026-03-09 mon9b', '2026-03-09 mon9', '2026-03-07 sat9', '2026-03-02 mon10', '2026-02-28 sat9'].concat([
        '2026-02-24 tue14',
      ]),
    );
    expect(await missing('account', '?search=theo%20geometry')).toEqual(['2026-03-09 mon10', '2026-03-09 mon9b', '2026-03-02 mon10']);
    expect(await missing('account', `?teacher=${tess}`)).toEqual(['2026-03-09 mon9', '2026-02-24 tue14']);
    expect((await missing('account', '?ordering=teacher'))[0]).toBe('2026-02-24 tue14');
  });

  it('are a teacher’s own for a teacher', async () => {
    expect(await missing('teacher')).toEqual(['2026-03-09 mon9', '2026-02-24 tue14']);
    expect(await missing('admin')).toEqual([]);
  });

  it('are not those on a holiday, outside the semester, of an archived class, without students, or still to come', async () => {
    school.at('2026-04-07T12:00:00+10:00');
    expect(await missing('account', '?from_date=2026-04-03&to_date=2026-04-06')).toEqual([]);
    expect(await missing('account', '?from_date=2026-01-26&to_date=2026-02-08')).toEqual([]);
    school.at('2026-03-16T09:30:00+11:00');
    const monday = '?from_date=2026-03-16&to_date=2026-03-31';
    expect(await missing('account', monday)).toEqual(['2026-03-16 mon9b', '2026-03-16 mon9']);
    await school.call('account', 'POST', 'attendance/classschedule/create/', { archive: 'ids', ids: [classes.mon9b] });
    expect(await missing('account', monday)).toEqual(['2026-03-16 mon9']);
    await school.call('account', 'POST', 'attendance/classschedule/create/', { archive: 'restore', ids: [classes.mon9b] });
    await sql`update enrolment set enrolled_to = '2026-03-15' where class_schedule_id = ${classes.mon9}`.execute(school.database);
    expect(await missing('account', monday)).toEqual(['2026-03-16 mon9b']);
    await sql`update enrolment set enrolled_to = null where class_schedule_id = ${classes.mon9}`.execute(school.database);
  });

  it('say how many students there were, how long it takes, and who took the roll', async () => {
    school.at('2026-03-09T09:30:00+11:00');
    await school.call('otherTeacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: classes.mon9,
      date: '2026-03-09',
    });
    const { body } = await call('account', 'payroll-logs-missing/?search=tess&from_date=2026-03-09');
    expect(body).toMatchObject({
      total: 1,
      results: [{ date: '2026-03-09', number_of_students: 4, duration_of_schedule: 60, roll_taken_by: 'Theo Tutor' }],
    });
  });

  it.each([
    ['from_date=2026-03-02&to_date=2026-03-01', 'to_date'],
    ['from_date=2025-01-01&to_date=2026-03-01', 'from_date'],
  ])('refuses %s', async (query, field) =>
    expect(await call('account', `payroll-logs-missing/?${query}`)).toMatchObject({ status: 400, body: { [field]: [expect.any(String)] } }),
  );
});

describe('the file for the payroll system', () => {
  const file = async (query: string) => {
    const answer = await school.app.inject({
      url: `/api/v2/attendance/payroll-logs-export/?${query}`,
      headers: { authorization: `Bearer ${await school.token('account')}` },
    });
    expect(answer.statusCode).toBe(200);
    return answer;
  };
  const amounts = async () =>
    (await sql<{ cents: number }>`select sum(amount_cents)::int as cents from payroll_log`.execute(school.database)).rows[0]!.cents;

  it('as CSV has a line for every check-in, in UTF-8 with BOM, and nothing that a spreadsheet would run', async () => {
    const answer = await file('format=csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="payroll-check-ins-2026-03-09.csv"');
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows: Record<string, string>[] = parse(answer.rawPayload, { bom: true, columns: true });
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({
      Date: '2026-02-23',
      'Last name': 'Teacher',
      'E-mail': 'tess@school.example',
      Subject: "'=Algebra",
      Minutes: '60',
      Hours: '1.00',
      'Pay code': 'LEC',
      'Pay type': 'Initial lecture, regular',
      'Rate per hour': '99.99',
      Amount: '99.99',
      Status: 'pending',
      'Checked in at (UTC)': '2026-02-22 22:00',
    });
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row.Amount) * 100), 0)).toBe(await amounts());
  });

  it('as Excel has typed dates and numbers', async () => {
    const answer = await file('format=xlsx');
    const { sheets } = await readXlsx(new Uint8Array(answer.rawPayload));
    expect(sheets).toHaveLength(1);
    const [header, first] = sheets[0]!.rows;
    const cell = (name: string) => first![header!.indexOf(name)];
    expect(cell('Date')).toEqual(new Date('2026-02-23T00:00:00Z'));
    expect([cell('Minutes'), cell('Hours'), cell('Amount'), cell('Subject')]).toEqual([60, 1, 99.99, '=Algebra']);
    expect(sheets[0]!.rows).toHaveLength(5);
    expect(sheets[0]!.freezePane).toMatchObject({ rows: 1 });
  });

  it('has the totals of each teacher and pay code, equal to the lines', async () => {
    const rows: Record<string, string>[] = parse((await file('rows=totals')).rawPayload, { bom: true, columns: true });
    expect(rows.map((row) => [row['Last name'], row['Pay code'], row['Check-ins'], row.Hours, row.Amount])).toEqual([
      ['Teacher', 'LEC', '2', '2.00', '199.98'],
      ['Tutor', '', '2', '3.00', '0.00'],
    ]);
  });

  it('keeps to the filters', async () => {
    expect(parse((await file('status=completed')).rawPayload, { bom: true, columns: true })).toHaveLength(1);
    expect(parse((await file('search=nobody')).rawPayload, { bom: true, columns: true })).toEqual([]);
  });

  it('is for who sees all', async () => {
    for (const caller of ['teacher', 'admin'] as const) expect((await call(caller, 'payroll-logs-export/')).status).toBe(403);
  });
});
