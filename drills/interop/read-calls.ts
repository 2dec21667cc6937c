import { z } from 'zod';
import { endpoints } from '#contract/endpoints.ts';
import { moreRowsFor } from '#server/test/more-rows.ts';
import { rowsFor } from '#server/test/rows.ts';
import type { TestSchool } from '#server/test/test-school.ts';

/** A call that reads, with parameters that it accepts. */
export interface ReadCall {
  caller: 'account' | 'student' | 'device';
  /**
   * The path and the query. With values in the path a star is after each, those of the query as well: sqlmap
   * tries the places with stars alone.
   */
  path: string;
  /** How many parameters it has. */
  parameters: number;
}

const date = '2026-03-02';
/** Of a parameter the first is taken that its schema in the contract accepts. */
const candidates = [
  '1',
  date,
  '09:00',
  '60',
  '90',
  '109',
  'Monday',
  'Lecture',
  'teacher',
  'initial_lecture_regular',
  'pending',
  'waiting',
  'stand_in',
  'absence',
  'sign_in',
  'import',
  'spreadsheet',
  'male',
  'collected',
  'true',
  'K7QM3XHD9T2W',
];
/** What a schema does not say: the other end of a range, another row, a text that is found. */
const named: [name: RegExp, value: string][] = [
  [/^(end_time|to_time|open_to|latest)$/, '10:00'],
  [/^(remove|other)$/, '2'],
  [/^search$/, 'a'],
  [/^band$/, '90'],
];
const reportVariants = [
  ['period', 'compare'],
  ['from_date', 'to_date', 'compare_from', 'compare_to'],
];
/** Parameters that exclude each other: of each call one address for each of these. */
const apart: Record<string, string[][]> = {
  '/api/v2/attendance/reports': reportVariants,
  '/api/v2/attendance/reports/export': reportVariants,
  '/api/v2/attendance/reports/rolls': reportVariants,
  '/api/v2/attendance/free-rooms': [['date'], ['day_of_week', 'semester']],
  '/api/v2/attendance/contact-hours/:student': [['semester'], ['from_date', 'to_date']],
  '/api/v2/attendance/contact-hours/:student/export': [['semester'], ['from_date', 'to_date']],
};

function valueOf(path: string, name: string, schema: z.ZodType): string {
  const own = named.find(([names]) => names.test(name))?.[1];
  const { enum: choices } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const all = [own, choices?.[0], ...candidates].filter((one) => one !== undefined).map(String);
  const value = all.find((one) => schema.safeParse(one).success);
  if (value === undefined) throw new Error(`${path}: no value is known for ${name}`);
  return value;
}

/** All calls that read and have parameters; streams aside, which do not end. */
export async function readCalls(school: TestSchool): Promise<ReadCall[]> {
  const rowsOf = await rowsFor(school);
  const rest = await moreRowsFor(school);
  const calls: ReadCall[] = [];
  for (const { key, endpoint } of endpoints) {
    const { method, query, access } = endpoint;
    const path = key.slice(method.length + 1);
    const fields = Object.entries<z.ZodType>(query?.shape ?? {});
    const inPath = path.match(/:\w+/g) ?? [];
    if (method !== 'GET' || fields.length + inPath.length === 0 || path.endsWith('/live')) continue;
    const id = inPath.length > 0 ? (await rowsOf(path)).own : '';
    const filled = rest[path] ?? path.replaceAll(/:\w+/g, `${id}*`);
    const caller = path.includes('/my-') ? 'student' : access === 'device' ? 'device' : 'account';
    // Everything of a file's address is signed.
    if (filled.includes('?')) {
      calls.push({ caller, path: filled, parameters: fields.length + inPath.length });
      continue;
    }
    for (const without of apart[path] ?? [[]]) {
      const given = fields.filter(([name]) => !without.includes(name));
      const star = inPath.length > 0 ? '*' : '';
      const text = given.map(
        ([name, schema]) => `${name}=${encodeURIComponent(valueOf(path, name, schema))}${star}`,
      );
      calls.push({
        caller,
        path: text.length > 0 ? `${filled}?${text.join('&')}` : filled,
        parameters: given.length + inPath.length,
      });
    }
  }
  return calls;
}
