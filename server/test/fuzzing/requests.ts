import fc from 'fast-check';
import type { OpenApi, Schema } from '../openapi.ts';
import type { Caller } from '../test-school.ts';

export interface FuzzedRequest {
  caller: Caller;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the document names it. */
  route: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | undefined;
}

/** Values known to break servers. */
const hostileValues: unknown[] = [
  [null, true, [], {}, [[]], [null], { a: { b: [] } }, ''],
  [
    0,
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e308,
    '9'.repeat(40),
    '1e9',
    '0x10',
    'NaN',
    'Infinity',
    '-0',
  ],
  [
    "'",
    "' or 1=1 --",
    "'; drop table student; --",
    '") or ("1"="1',
    '%',
    '_',
    '\\',
    '%%',
    '*',
    '$1',
    '{}',
    '${7*7}',
    '{{7*7}}',
  ],
  ['=1+1', '=cmd|"/c calc"!A1', '+SUM(1)', '@x', '\t=1'],
  [
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff!',
    '\u202e',
    '\ufeff',
    'S\u200b1',
    'A\u00ad',
    'Ｓ２',
    'x\u2028y',
    'ﷺ',
    '👩‍👩‍👧‍👧',
    'Ångström',
    'ﬁ',
    'İ',
    'e\u0301'.repeat(50),
    '\r\nset-cookie: a=b',
  ],
  [
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '..\\..\\windows',
    'file:///etc/passwd',
    '/dev/null',
    '.',
    '..',
  ],
  ['<script>alert(1)</script>', 'javascript:alert(1)', '__proto__', 'constructor', 'toString'],
  [
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '-000001-01-01',
    '10000-01-01',
    '2026-03-02T00:00:00Z',
    '24:00',
    '25:61',
    '00:00',
  ],
  [
    '00000000-0000-0000-0000-000000000000',
    'x'.repeat(10_000),
    ' '.repeat(300),
    '1,2,3',
    ',,,',
    '1,',
    '-',
  ],
].flat();

/** Valid values of the test institute by field name: they pass the first checks. */
const knownValues: [name: RegExp, values: unknown[]][] = [
  [
    /dates?$|_(start|end)$|^(from|to|fromDate|toDate|date_of_birth|leave_from|leave_to|date_from|date_to)$/,
    ['2026-03-02', '2026-03-09', '2026-02-16'],
  ],
  [/^(due|done)_on$/, ['2026-03-02', '2026-03-09']],
  [/^(owner|follow_up)_id$/, [1, 2]],
  [/time$/, ['09:00', '10:30', '16:15']],
  [/e?mail$/, ['tess@school.example', 'nora@school.example']],
  [/amount/, ['40.00', '12.5']],
  [/limit|page|year|^semester$/, ['1', '2', '3']],
  [/student|rfid|^id$/, ['S1', 'S2', 'S5', '1', '2', '5', '1000001']],
  [/color/, ['#e59623']],
];
const plausible: Record<string, unknown[]> = {
  string: ['1', '2', 'x', 'Algebra', 'pending'],
  integer: [1, 2, 3, 4, 5],
  number: [1, 2, 3, 50.5],
  boolean: [true, false],
};

const oneOf = (values: unknown[]) => fc.constantFrom(...values);
const invalidValue = fc.oneof(
  { weight: 9, arbitrary: oneOf(hostileValues) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);

function valueOf(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 11, arbitrary: validValueOf(schema, name) },
    { weight: 1, arbitrary: invalidValue },
  );
}

function validValueOf(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => validValueOf(one, name)));
  if (schema.enum) return oneOf(schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => validValueOf({ ...schema, type }, name)));
  if (schema.type === 'array') return fc.array(valueOf(schema.items ?? {}, name), { maxLength: 4 });
  if (schema.type === 'object') return objectOf(schema);
  const named =
    schema.type === 'string' || !schema.type
      ? knownValues.find(([names]) => names.test(name))
      : undefined;
  return oneOf(named?.[1] ?? plausible[schema.type ?? 'string'] ?? [null]);
}

/** Objects with missing and unknown fields. */
function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const given = valueOf(schema, name).map((value) => [[name, value]]);
    return fc.oneof(
      { weight: required.includes(name) ? 30 : 2, arbitrary: given },
      { weight: 1, arbitrary: fc.constant([]) },
    );
  });
  const unknown = fc
    .tuple(oneOf(['colour', '__proto__', 'id', 'archived_at', 'constructor']), invalidValue)
    .map((field) => [field]);
  return fc
    .tuple(
      ...fields,
      fc.oneof({ weight: 15, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: unknown }),
    )
    .map((parts) => Object.fromEntries(parts.flat()));
}

const inPath = (schema: Schema, name: string) =>
  fc.oneof(
    { weight: 8, arbitrary: validValueOf(schema, name).filter((value) => value !== '') },
    // A segment of dots is normalised before it is sent: it would be another route.
    {
      weight: 1,
      arbitrary: invalidValue.filter(
        (value) =>
          typeof value !== 'object' && String(value).isWellFormed() && !/^\.*$/.test(String(value)),
      ),
    },
  );

const encoded = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());
const inQuery = (value: unknown): string =>
  encoded(typeof value === 'object' ? JSON.stringify(value) : value);

const callers = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Caller>('account') },
  { weight: 2, arbitrary: fc.constantFrom<Caller>('teacher', 'admin') },
  { weight: 1, arbitrary: fc.constantFrom<Caller>('anonymous', 'stranger') },
);

/** Invalid JSON, JSON that is not an object, and other content types. */
const malformedBody = fc.constantFrom<[string, string]>(
  ...[
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '7',
    '{"a":1}}',
    '[1,2',
    '{"__proto__":{"x":1}}',
    '[[[[[[[[[['.repeat(500),
  ].map((text): [string, string] => [text, 'application/json']),
  ['a=1&b=2', 'application/x-www-form-urlencoded'],
  ['<a/>', 'text/xml'],
  ['', 'multipart/form-data; boundary=x'],
  ['--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
  [`{"note":"${'x'.repeat(600_000)}"}`, 'application/json'],
);

const malformedHeaders = fc.constantFrom<Record<string, string>>(
  { 'idempotency-key': 'k'.repeat(5000) },
  { 'idempotency-key': "'; drop table student; --" },
  { authorization: 'Bearer' },
  { authorization: 'Bearer ..' },
  { authorization: 'Basic YTpi' },
  { authorization: `Bearer ${'x'.repeat(9000)}` },
  { accept: 'text/html' },
  { 'accept-encoding': 'br;q=oops' },
  { 'content-encoding': 'gzip' },
  { origin: 'https://elsewhere.example', 'x-forwarded-for': "1' or 1=1" },
);

/** Random requests to every route of the document, most of them nearly valid. */
export function requestsTo(
  { paths }: OpenApi,
  skipped: (route: string) => boolean,
): fc.Arbitrary<FuzzedRequest> {
  const routes = Object.entries(paths)
    .filter(([route]) => !skipped(route))
    .flatMap(([route, calls]) =>
      Object.entries(calls).map(([method, call]) => ({
        route,
        method: method.toUpperCase() as FuzzedRequest['method'],
        call,
      })),
    );
  return fc.constantFrom(...routes).chain(({ route, method, call }) => {
    const parameters = call.parameters ?? [];
    const pathOf = fc
      .tuple(
        ...[...route.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
          inPath(parameters.find((it) => it.name === name)?.schema ?? { type: 'integer' }, name!),
        ),
      )
      .map((values) => {
        let at = 0;
        return route.replaceAll(/\{\w+\}/g, () => encoded(values[at++]));
      });
    const queryParams = parameters.filter((it) => it.in === 'query');
    const query = fc
      .subarray(queryParams, { maxLength: Math.min(4, queryParams.length) })
      .chain((given) =>
        fc.tuple(
          ...given.map((it) =>
            valueOf(it.schema, it.name).map((value) => `${encoded(it.name)}=${inQuery(value)}`),
          ),
        ),
      );
    const more = fc.oneof(
      { weight: 12, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom('colour=red', '%', '&&&', 'a[]=1&a[b]=2') },
    );
    const schema = Object.values(call.requestBody?.content ?? {})[0]?.schema;
    const valid = schema
      ? valueOf(schema).map((value): [string, string] => [
          JSON.stringify(value),
          'application/json',
        ])
      : fc.constant(undefined);
    const body = fc.oneof(
      { weight: 14, arbitrary: valid },
      { weight: 1, arbitrary: method === 'GET' ? valid : malformedBody },
    );
    const headers = fc.oneof(
      { weight: 14, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: malformedHeaders },
    );
    return fc
      .tuple(callers, pathOf, query, more, body, headers)
      .map(([caller, path, pairs, extra, content, heads]) => {
        const search = [...pairs, extra].filter(Boolean).join('&');
        return {
          // Users are refused there: the calls of devices are for their keys.
          caller: route.startsWith('/api/v2/devices/') && caller === 'account' ? 'device' : caller,
          method,
          route,
          url: search ? `${path}?${search}` : path,
          headers: { ...heads, ...(content && { 'content-type': content[1] }) },
          payload: content?.[0],
        };
      });
  });
}
