import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import {
  foreignSeparators,
  formulaStarts,
  guarded,
  looksLikeFormula,
  unguarded,
} from '#contract/formula.ts';
import { workbookSheets } from '#server/exchange/exports/sheets.ts';
import { workbookOf } from './platform/spreadsheet/spreadsheet.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';

const date = '2026-03-02';
const march = { fromDate: '2026-02-01', toDate: date };
let school: TestSchool;
let mon9: number;
let s1: number;
let record: number;

beforeAll(async () => {
  school = await createTestSchool();
  [mon9, s1] = [await school.classId('mon9'), await school.studentId('S1')];
  const call = (path: string, body: unknown) =>
    school.call('account', 'POST', `attendance/${path}`, body);
  record = (await call('attendance/create/', { rfid_number: 'S1', class_schedule: mon9, date }))
    .body.id;
  const code = await call('payrolls/create/', {
    paycode: 'P',
    amount: '40.00',
    paycode_type: 'tutorial_regular',
  });
  expect(code.status).toBeLessThan(300);
  expect(
    (
      await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', {
        class_schedule: mon9,
        date,
      })
    ).status,
  ).toBe(201);
  await sql`update payroll_log set pay_code_id = (select id from pay_code)`.execute(
    school.database,
  );
  await call('attendance-note/create/', { class_schedule_id: mon9, date, note: 'S1' });
});
afterAll(() => school.close());

/** Every text that users write, beginning with the same character. */
async function writeEverywhere(text: string): Promise<void> {
  await sql`update student set first_name = ${text}, last_name = ${text}, phone_number = ${text},
    batch = ${text}`.execute(school.database);
  await sql`update teacher set first_name = ${text}, last_name = ${text}`.execute(school.database);
  await sql`update subject set subject_name = ${text} || id, subject_code = ${text} || id`.execute(
    school.database,
  );
  await sql`update classroom set room_number = ${text}`.execute(school.database);
  await sql`update pay_code set paycode = ${text}`.execute(school.database);
  await sql`update attendance_note set note = ${text} || ' S1'`.execute(school.database);
  await sql`
    insert into audit (at, actor, kind, what) values (now(), ${text}, 'change', ${text})`.execute(
    school.database,
  );
}

const exports: [what: string, method: 'GET' | 'POST', path: string, body?: () => object][] = [
  ['students', 'GET', 'bulk-student-export/'],
  ['rolls', 'POST', 'master-export/?format=csv', () => ({ ...march, schedule: [mon9] })],
  [
    'rolls as a workbook',
    'POST',
    'master-export/?format=xlsx',
    () => ({ ...march, schedule: [mon9] }),
  ],
  ['marks', 'POST', 'bulk-attendance-export/?format=csv', () => ({ ids: [record] })],
  ['check-ins', 'GET', 'payroll-logs-export/?format=csv&rows=check-ins'],
  ['check-ins as a workbook', 'GET', 'payroll-logs-export/?format=xlsx&rows=check-ins'],
  ['totals of pay', 'GET', 'payroll-logs-export/?format=csv&rows=totals'],
  ['the audit log', 'GET', 'audit-export/?format=csv'],
  ['the audit log as a workbook', 'GET', 'audit-export/?format=xlsx'],
  ['everything about a student', 'GET', 'student-details/:student/export/'],
];

async function take(method: 'GET' | 'POST', path: string, body?: object): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await school.token('account')}` };
  const url = `/api/v2/attendance/${path.replace(':student', String(s1))}`;
  const answer = await school.app.inject({ method, url, headers, ...(body && { payload: body }) });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

async function unpacked(bytes: Buffer): Promise<[name: string, text: string][]> {
  const zip = await fromBufferPromise(bytes);
  const entries: [string, string][] = [];
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    entries.push([entry.fileName, Buffer.concat(parts).toString()]);
  }
  return entries;
}

const cellsOf = (csv: string) =>
  (parse(csv, { bom: true, relax_column_count: true }) as string[][]).flat();

/** A workbook's cells are typed: text is text there, as long as no cell is a formula. */
async function checkFile(bytes: Buffer, text: string): Promise<void> {
  const isZip = bytes.subarray(0, 2).toString() === 'PK';
  const files = isZip
    ? await unpacked(bytes)
    : [['file.csv', bytes.toString()] as [string, string]];
  const tables = files.filter(([name]) => name.endsWith('.csv'));
  for (const [name, csv] of tables) {
    expect({ name, formulas: cellsOf(csv).filter((cell) => looksLikeFormula.test(cell)) }).toEqual({
      name,
      formulas: [],
    });
  }
  if (tables.length)
    expect(
      tables.flatMap(([, csv]) => cellsOf(csv)).some((cell) => cell.startsWith(guarded(text))),
    ).toBe(true);
  else
    expect(
      files.filter(([name, xml]) => /sheet\d+\.xml$/.test(name) && /<f[\s>]/.test(xml)),
    ).toEqual([]);
}

describe.each(formulaStarts.map((start) => [JSON.stringify(start), start]))(
  'text that begins with %s',
  (_name, start) => {
    const text = `${start}1+1|cmd`;
    beforeAll(() => writeEverywhere(text));

    it.each(exports)('is no formula in the file of %s', async (_what, method, path, body) => {
      await checkFile(await take(method, path, body?.()), text);
    });

    it('nor in the workbook of all data', async () => {
      await checkFile(
        Buffer.from(await workbookOf(await workbookSheets(school.database, date))),
        text,
      );
    });

    it('and is restored from a file that was guarded', () => {
      expect(unguarded(guarded(text))).toBe(text);
      expect(guarded(`x${text}`)).toBe(`x${text}`);
    });
  },
);

describe.each(foreignSeparators.map((one) => [JSON.stringify(one), one]))(
  'where %s separates cells or rows elsewhere',
  (_name, separator) => {
    const text = `A${separator}=1+1|cmd${separator}＠b`;
    beforeAll(() => writeEverywhere(text));

    it.each(exports)('no formula follows in the file of %s', async (_what, method, path, body) => {
      await checkFile(await take(method, path, body?.()), text);
    });

    it('and text is restored from a file that was guarded', () => {
      expect(guarded(text)).toBe(`A${separator}'=1+1|cmd${separator}'＠b`);
      expect(unguarded(guarded(text))).toBe(text);
    });

    it.each([1, 3])('nor one behind quotation marks: %i', async (count) => {
      const quotes = '"'.repeat(count);
      const quoted = `A${separator}${quotes}=1+1|cmd;b`;
      await writeEverywhere(quoted);
      for (const [, method, path, body] of exports)
        await checkFile(await take(method, path, body?.()), quoted);
      expect(guarded(quoted)).toBe(`A${separator}${quotes}'=1+1|cmd;b`);
      expect(unguarded(guarded(quoted))).toBe(quoted);
    });
  },
);

it('a spreadsheet whose separator is a semicolon reads no formula in the file of students', async () => {
  await sql`update student set first_name = 'x;"=1+1;b', last_name = ${'a\n"=2+2'}`.execute(
    school.database,
  );
  const csv = String(await take('GET', 'bulk-student-export/'));
  expect(cellsBySemicolon(csv).filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
});

/** A quotation mark counts at the beginning of a cell alone; what follows its quotes belongs to the cell. */
const cellsBySemicolon = (csv: string): string[] =>
  [...csv.matchAll(/(?<=^|[;\n])(?:"((?:[^"]|"")*)")?([^;\n]*)/g)].map(
    ([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest,
  );

it('an apostrophe that belongs to the text stays', () =>
  expect(unguarded("'t Hooft")).toBe("'t Hooft"));
