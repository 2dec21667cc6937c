import type { OpenApi, Schema } from '../openapi.ts';
import { codeIds, date, secrets, unusedCode } from './pay.ts';

/** Ids for paths: existing rows and pay codes. */
const pathIds = ['1', '2', '3', '4', '5', ...codeIds.map(String), String(unusedCode)];
/** Values for every parameter: pay data, and values that pass its validation. */
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
/** Parameters without which a call returns nothing. */
const requiredQueries: Record<string, string> = {
  '/class-days': `from=${date}&to=${date}`,
  '/schedule-students': 'schedule_id=1',
  '/bulk-archive': 'archive_name=payrolls',
  '/search': 'text=a',
};

const valuesOf = ({ enum: expandPath, anyOf }: Schema): string[] =>
  [...(expandPath ?? []), ...(anyOf ?? []).flatMap((one) => one.enum ?? [])].map(String);

/**
 * Every GET call as addresses: each parameter with its own values and with pay data, the two
 * parameters that select a class, and every id in the path.
 */
export function probesOf(
  { paths }: OpenApi,
  skipped: (route: string) => boolean,
): [route: string, urls: string[]][] {
  return Object.entries(paths)
    .filter(([route, calls]) => 'get' in calls && !skipped(route))
    .map(([route, calls]) => {
      const parameters = calls.get!.parameters ?? [];
      const always =
        Object.entries(requiredQueries).find(([end]) =>
          route.replace(/\/$/, '').endsWith(end),
        )?.[1] ?? '';
      const queries = parameters
        .filter((it) => it.in === 'query')
        .flatMap(({ name, schema }) =>
          [...new Set([...valuesOf(schema), ...values])].map(
            (value) => `${name}=${encodeURIComponent(value)}`,
          ),
        );
      const ofOneClass = parameters.some(({ name }) => name === 'class_schedule')
        ? ['1', '2', '3', '4', '5'].flatMap((id) => [
            `class_schedule=${id}&date=${date}`,
            ...codeIds.map((code) => `class_schedule=${id}&date=${date}&payroll=${code}`),
          ])
        : [];
      const urls = expandPath(route).flatMap((path) =>
        ['', ...queries, ...ofOneClass].map((query) => mergeQueries(path, [always, query])),
      );
      return [route, [...new Set(urls)]];
    });
}

/** The path with each id in place of its parameters. */
function expandPath(route: string): string[] {
  if (!route.includes('{')) return [route];
  return pathIds.map((id) => route.replaceAll(/\{\w+\}/g, id));
}

/** Merges queries; the later value of a parameter wins. */
function mergeQueries(path: string, queries: string[]): string {
  const search = new URLSearchParams();
  for (const query of queries)
    for (const [name, value] of new URLSearchParams(query)) search.set(name, value);
  return search.size ? `${path}?${search.toString()}` : path;
}
