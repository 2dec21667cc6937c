import { routeOf, type Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { PairSchool } from './calls.ts';
import { writingCalls } from './writing-calls.ts';

const patternOf = (endpoint: Endpoint): RegExp =>
  new RegExp(`^${routeOf(endpoint).replaceAll(/:\w+/g, '[^/]+')}$`);
const writing = endpoints
  .filter(({ endpoint }) => endpoint.method !== 'GET')
  // `teachers/create` before `teachers/:id`.
  .toSorted((a, b) => a.key.split(':').length - b.key.split(':').length)
  .map((listed) => ({ ...listed, pattern: patternOf(listed.endpoint) }));

/** The operations that the pairs send, each once alone. */
export async function sentByPairs(at: PairSchool): Promise<Set<string>> {
  let sent = '';
  const call: PairSchool['school']['call'] = (caller, method, path, ...more) => {
    sent = `${method} /api/v2/${path.split('?')[0]}`;
    return at.school.call(caller, method, path, ...more);
  };
  const watched = { ...at, school: { ...at.school, call } };
  const operations = new Set<string>();
  for (const { prepare } of writingCalls) {
    await at.tables.reset();
    await (
      await prepare(watched)
    )();
    const [method, path = ''] = sent.split(' ');
    const found = writing.find(
      ({ endpoint, pattern }) => endpoint.method === method && pattern.test(path),
    );
    if (!found) throw new Error(`no call is ${sent}`);
    operations.add(found.operationId);
  }
  return operations;
}

export const writingOperations = writing.map(({ operationId }) => operationId);
