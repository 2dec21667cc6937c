import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTimesheet, type Timesheet } from '#server/test/timesheet.ts';

/** Tess on 23 February and 2 March at 99.99 an hour, Theo on 2 and 3 March for nothing. */
let timesheet: Timesheet;
let ids: number[];
const march = { from_date: '2026-03-01', to_date: '2026-03-07' };
const february = { from_date: '2026-02-23', to_date: '2026-02-28' };

beforeEach(async () => {
  timesheet = await createTimesheet();
  const { rows } = await sql<{ id: number }>`
    select id from payroll_log order by date, id`.execute(timesheet.school.database);
  ids = rows.map(({ id }) => id);
  await call('POST', 'payroll-logs/bulk-update/', { ids, status: 'completed' });
  await close('2026-03-07');
});
afterEach(() => timesheet.school.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  timesheet.school.call('account', method, `attendance/${path}`, body);
const close = (closed_until: string) => call('PATCH', 'pay-closing/', { closed_until });
/** Corrects lines of closed days. */
async function corrected(work: () => Promise<unknown>) {
  await call('PATCH', 'pay-closing/', { closed_until: null, reason: 'Correction' });
  await work();
  await close('2026-03-07');
}
const patch = (id: number, body: object) =>
  call('PATCH', `payroll-logs/${id}/`, { reason: 'Agreed', ...body });
const make = async (period: object) => {
  const answer = await call('POST', 'pay-runs/create/', period);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
};
async function fileOf(run: number, format: 'csv' | 'xlsx' = 'csv') {
  const answer = await timesheet.school.app.inject({
    url: `/api/v2/attendance/pay-runs/${run}/export/?format=${format}`,
    headers: { authorization: `Bearer ${await timesheet.school.token('account')}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer;
}
const linesOf = async (run: number): Promise<Record<string, string>[]> =>
  parse((await fileOf(run)).rawPayload, { bom: true, columns: true });
const amountsOf = async (run: number) =>
  (await linesOf(run)).map((line) => [line.Kind, line['Last name'], line.Hours, line.Amount]);
const changesOf = async (run: number) =>
  (await call('GET', `pay-runs/${run}/changes/`)).body.results;

describe('a pay run', () => {
  it('requires closed days', async () => {
    expect(
      await call('POST', 'pay-runs/create/', { ...march, to_date: '2026-03-08' }),
    ).toMatchObject({
      status: 400,
      body: { to_date: ['must be closed: close pay until this date first'] },
    });
    expect(
      await call('POST', 'pay-runs/create/', { from_date: '2026-03-02', to_date: '2026-03-01' }),
    ).toMatchObject({ status: 400 });
    expect((await call('GET', 'pay-runs/')).body.total).toBe(0);
  });

  it('has the completed check-ins of its days, with ids and local times', async () => {
    const run = await make(march);
    expect(run).toMatchObject({
      id: 1,
      lines: 3,
      corrections: 0,
      minutes: 240,
      amount: '99.99',
      made_by: 'account',
      file_name: 'pay-run-1_2026-03-01_2026-03-07.csv',
    });
    const [first] = await linesOf(1);
    expect(first).toMatchObject({
      'Pay run': '1',
      'Line ID': String(ids[1]),
      Kind: 'line',
      Date: '2026-03-02',
      Day: 'Monday',
      Start: '09:00',
      End: '10:00',
      'E-mail': 'tess@school.example',
      Subject: "'=Algebra",
      Minutes: '60',
      'Pay code': 'LEC',
      Amount: '99.99',
      // In Sydney; in UTC it would be the day before.
      'Checked in at': '2026-03-02 09:00',
    });
    expect((await call('GET', `payroll-logs/${ids[1]}/`)).body.pay_run).toBe(1);
    expect((await call('GET', `payroll-logs/${ids[0]}/`)).body.pay_run).toBeNull();
  });

  it('has the group of a class in its last column, and in the correction that takes it back', async () => {
    const group = (name: string | null) =>
      sql`update class_schedule set group_name = ${name}`.execute(timesheet.school.database);
    await group('12B');
    const { id } = await make(march);
    const { rawPayload } = await fileOf(id);
    const [titles, line] = parse(rawPayload, { bom: true }) as string[][];
    expect([titles!.at(-1), line!.at(-1)]).toEqual(['Group', '12B']);
    await group(null);
    await corrected(() => patch(ids[1]!, { status: 'pending' }));
    const lines = await linesOf((await make(march)).id);
    expect(lines).toMatchObject([{ Kind: 'correction', Group: '12B' }]);
  });

  it('has a file whose bytes always match the checksum', async () => {
    const { checksum, id } = await make(march);
    const before = await fileOf(id);
    expect(createHash('sha256').update(before.rawPayload).digest('hex')).toBe(checksum);
    expect(before.headers['content-disposition']).toBe(
      'attachment; filename="pay-run-1_2026-03-01_2026-03-07.csv"',
    );
    await corrected(() => patch(ids[1]!, { amount_need_to_be_paid: '1.00' }));
    expect((await fileOf(id)).rawPayload).toEqual(before.rawPayload);
    expect((await call('GET', 'pay-runs/')).body.results).toMatchObject([{ id, checksum }]);
    const { sheets } = await readXlsx(new Uint8Array((await fileOf(id, 'xlsx')).rawPayload));
    expect(sheets[0]!.rows).toHaveLength(4);
  });

  it('has a preview of its entries, and of excluded check-ins', async () => {
    await corrected(() => patch(ids[2]!, { status: 'pending' }));
    const { status, body } = await call('POST', 'pay-runs/create/', { ...march, preview: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ lines: 2, corrections: 0, pending: 1 });
    expect((await call('GET', 'pay-runs/')).body.total).toBe(0);
  });

  it('requires permission to edit pay codes', async () => {
    for (const caller of ['teacher', 'admin'] as const)
      for (const [method, path] of [
        ['GET', ''],
        ['POST', 'create/'],
        ['GET', '1/export/'],
        ['GET', '1/changes/'],
      ] as const)
        expect(
          (
            await timesheet.school.call(
              caller,
              method,
              `attendance/pay-runs/${path}`,
              method === 'POST' ? march : undefined,
            )
          ).status,
        ).toBe(403);
  });
});

describe('a second run of the same days', () => {
  it('without changes is refused', async () => {
    await make(march);
    expect(await call('POST', 'pay-runs/create/', march)).toMatchObject({
      status: 409,
      body: { detail: 'Nothing has changed since pay run 1, which has these days.' },
    });
    expect(await changesOf(1)).toEqual([]);
  });

  it('contains the differences since', async () => {
    await make(march);
    await corrected(() => patch(ids[1]!, { amount_need_to_be_paid: '120.00' }));
    const change = {
      id: ids[1],
      date: '2026-03-02',
      subject_code: 'MAT1',
      teacher: 'Tess Teacher',
      paycode: 'LEC',
      exported_minutes: 60,
      exported_amount: '99.99',
      minutes: 60,
      amount: '120.00',
    };
    expect(await changesOf(1)).toEqual([{ ...change, corrected_in: null }]);
    expect(await make(march)).toMatchObject({
      id: 2,
      lines: 0,
      corrections: 1,
      minutes: 0,
      amount: '20.01',
    });
    expect(await amountsOf(2)).toEqual([['correction', 'Teacher', '0.00', '20.01']]);
    // The entries of the first run do not change, and refer to the run of the correction.
    expect(await changesOf(1)).toEqual([{ ...change, corrected_in: 2 }]);
    expect(await changesOf(2)).toEqual([]);
  });

  it('two concurrent requests: one creates it', async () => {
    const answers = await Promise.all([1, 2].map(() => call('POST', 'pay-runs/create/', march)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

describe('corrections of lines of a run are in the next one', () => {
  it('another teacher: deducted from one, added for the other', async () => {
    await make(march);
    await corrected(() => patch(ids[1]!, { teacher_id: timesheet.theo, confirm_overlap: true }));
    const preview = await call('POST', 'pay-runs/create/', { ...february, preview: true });
    expect(preview.body).toMatchObject({
      corrections: 2,
      corrected: 1,
      first_corrections: [
        { id: ids[1], teacher: 'Tess Teacher', amount: '-99.99' },
        { id: ids[1], teacher: 'Theo Tutor', amount: '99.99' },
      ],
    });
    const { id } = await make(february);
    expect(await amountsOf(id)).toEqual([
      ['line', 'Teacher', '1.00', '99.99'],
      ['correction', 'Teacher', '-1.00', '-99.99'],
      ['correction', 'Tutor', '1.00', '99.99'],
    ]);
  });

  it('a line that is withdrawn, and one that is pending again until it is completed', async () => {
    await make(march);
    await corrected(async () => {
      await patch(ids[1]!, { status: 'pending' });
      await call('DELETE', `payroll-logs/${ids[1]}/`);
      await patch(ids[2]!, { status: 'pending' });
    });
    await make(march);
    expect(await amountsOf(2)).toEqual([
      ['correction', 'Teacher', '-1.00', '-99.99'],
      ['correction', 'Tutor', '-1.50', '0.00'],
    ]);
    await corrected(() => patch(ids[2]!, { status: 'completed' }));
    await make(march);
    expect(await amountsOf(3)).toEqual([['correction', 'Tutor', '1.50', '0.00']]);
  });

  it('a line that was completed after the run of its days', async () => {
    await corrected(() => patch(ids[1]!, { status: 'pending' }));
    await make(march);
    await corrected(() => patch(ids[1]!, { status: 'completed' }));
    const { id } = await make(february);
    expect(await amountsOf(id)).toEqual([
      ['line', 'Teacher', '1.00', '99.99'],
      ['correction', 'Teacher', '1.00', '99.99'],
    ]);
  });

  it('reopened days wait until they are closed', async () => {
    await make(march);
    await call('PATCH', 'pay-closing/', { closed_until: '2026-02-28', reason: 'Correction' });
    await patch(ids[1]!, { amount_need_to_be_paid: '120.00' });
    const { id } = await make(february);
    expect(await amountsOf(id)).toEqual([['line', 'Teacher', '1.00', '99.99']]);
  });

  it('the sum of all runs equals the current pay after any changes', async () => {
    const random = [7, 3, 11, 5, 2, 13, 8, 1, 6, 4];
    await make(march);
    for (const [step, dice] of random.entries()) {
      const id = ids[1 + (dice % 3)]!;
      await corrected(() =>
        dice % 4 === 0
          ? patch(id, { teacher_id: timesheet.theo, confirm_overlap: true })
          : dice % 4 === 1
            ? patch(id, { payroll_id: step % 2 ? timesheet.lec : null })
            : patch(id, { amount_need_to_be_paid: `${dice * step}.50` }),
      );
      await call('POST', 'pay-runs/create/', march);
      const { rows } = await sql<{ exported: string; paid: string }>`
        select (select sum(amount_cents) from pay_run_line) as exported,
          (select sum(amount_cents) from payroll_log where date >= '2026-03-01') as paid`.execute(
        timesheet.school.database,
      );
      expect(rows[0]!.exported).toBe(rows[0]!.paid);
    }
  });
});

it('exported entries cannot be changed in the database', async () => {
  await make(march);
  for (const table of ['pay_run', 'pay_run_line', 'pay_closing'])
    await expect(
      sql.raw(`delete from ${table}`).execute(timesheet.school.database),
    ).rejects.toThrow(`${table} is append-only`);
});
