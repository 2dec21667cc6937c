import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTimesheet, type Timesheet } from '#server/test/timesheet.ts';

let timesheet: Timesheet;
beforeAll(async () => {
  timesheet = await createTimesheet();
});
afterAll(() => timesheet.school.close());

describe('the file for the payroll system', () => {
  const file = async (query: string) => {
    const answer = await timesheet.school.app.inject({
      url: `/api/v2/attendance/payroll-logs-export/?${query}`,
      headers: { authorization: `Bearer ${await timesheet.school.token('account')}` },
    });
    expect(answer.statusCode).toBe(200);
    return answer;
  };
  const amounts = async () =>
    (
      await sql<{ cents: number }>`select sum(amount_cents)::int as cents from payroll_log`.execute(
        timesheet.school.database,
      )
    ).rows[0]!.cents;

  it('as CSV has a line for every check-in, in UTF-8 with BOM, and no formula', async () => {
    const answer = await file('format=csv');
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="payroll-check-ins-2026-03-10.csv"',
    );
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
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row.Amount) * 100), 0)).toBe(
      await amounts(),
    );
  });

  it('as Excel has typed dates and numbers', async () => {
    const answer = await file('format=xlsx');
    const { sheets } = await readXlsx(new Uint8Array(answer.rawPayload));
    expect(sheets).toHaveLength(1);
    const [header, first] = sheets[0]!.rows;
    const cell = (name: string) => first![header!.indexOf(name)];
    expect(cell('Date')).toEqual(new Date('2026-02-23T00:00:00Z'));
    expect([cell('Minutes'), cell('Hours'), cell('Amount'), cell('Subject')]).toEqual([
      60,
      1,
      99.99,
      '=Algebra',
    ]);
    expect(sheets[0]!.rows).toHaveLength(5);
    expect(sheets[0]!.freezePane).toMatchObject({ rows: 1 });
  });

  it('has the totals of each teacher and pay code, equal to the lines', async () => {
    const rows: Record<string, string>[] = parse((await file('rows=totals')).rawPayload, {
      bom: true,
      columns: true,
    });
    expect(
      rows.map((row) => [
        row['Last name'],
        row['Pay code'],
        row['Check-ins'],
        row.Hours,
        row.Amount,
      ]),
    ).toEqual([
      ['Teacher', 'LEC', '2', '2.00', '199.98'],
      ['Tutor', '', '2', '3.00', '0.00'],
    ]);
  });

  it('applies the filters', async () => {
    expect(
      parse((await file('status=completed')).rawPayload, { bom: true, columns: true }),
    ).toHaveLength(1);
    expect(parse((await file('search=no-match')).rawPayload, { bom: true, columns: true })).toEqual(
      [],
    );
  });

  it('requires permission to see all', async () => {
    for (const caller of ['teacher', 'admin'] as const)
      expect((await timesheet.call(caller, 'payroll-logs-export/')).status).toBe(403);
  });
});
