import type { Described } from '../fuzzing/requests.ts';
import { codeIds, date, secrets, unusedCode } from './pay.ts';

interface Schema {
  enum?: unknown[];
  anyOf?: Schema[];
}

/** Paths are tried with ids that rows have, and with those of pay codes. */
const pathIds = ['1', '2', '3', '4', '5', ...codeIds.map(String), String(unusedCode)];
/** Values for every parameter, whatever it is called: of pay, and such as pass a parameter's checks. */
const values = [
  ...codeIds.map(String),
  String(unusedCode),
  'none',
  '1',
  '2',
  'pending',
  'completed',
  date,
  ...secrets.filter((text) => /[A-Z.]/.test(text)),
];
/** Without these a call answers nothing. */
const needed: Record<string, string> = {
  '/class-days': `from=${date}&to=${date}`,
  '/schedule-students': 'schedule_id=1',
  '/bulk-archive': 'archive_name=payrolls',
};

const valuesOf = ({ enum: named, anyOf }: Schema): string[] => [...(named ?? []), ...(anyOf ?? []).flatMap((one) => one.enum ?? [])].map(String);

/**
 * Every GET call of the API as addresses: each parameter with each value that it names and with each of pay, the two that
 * open one class to everybody, and every id in the path.
 */
export function probesOf({ paths }: Described, skipped: (route: string) => boolean): [route: string, urls: string[]][] {
  return Object.entries(paths)
    .filter(([route, calls]) => 'get' in calls && !skipped(route))
    .map(([route, calls]) => {
      const parameters = calls.get!.parameters ?? [];
      const always = Object.entries(needed).find(([end]) => route.replace(/\/$/, '').endsWith(end))?.[1] ?? '';
      const queries = parameters
        .filter((it) => it.in === 'query')
        .flatMap(({ name, schema }) =>
          [...new Set([...valuesOf(schema as Schema), ...values])].map((value) => `${name}=${encodeURIComponent(value)}`),
        );
      const ofOneClass = parameters.some(({ name }) => name === 'class_schedule')
        ? ['1', '2', '3', '4', '5'].flatMap((id) => [
            `class_schedule=${id}&date=${date}`,
            ...codeIds.map((code) => `class_schedule=${id}&date=${date}&payroll=${code}`),
          ])
        : [];
      const urls = named(route).flatMap((path) => ['', ...queries, ...ofOneClass].map((query) => joined(path, [always, query])));
      return [route, [...new Set(urls)]];
    });
}

/** A path with each id in the place of its parameters. */
function named(route: string): string[] {
  if (!route.includes('{')) return [route];
  return pathIds.map((id) => route.replaceAll(/\{\w+\}/g, id));
}

/** The later value of a parameter counts. */
function joined(path: string, queries: string[]): string {
  const search = new URLSearchParams();
  for (const query of queries) for (const [name, value] of new URLSearchParams(query)) search.set(name, value);
  return search.size ? `${path}?${search.toString()}` : path;
}
