import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApi } from './test/openapi.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';
import { brokenPromises, wireOf, type CallForm, type Wire } from './test/wire/wire.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

it('pages and scripts of the previous release still work: their requests are accepted, and responses have their fields', async () => {
  const file = join(import.meta.dirname, 'test', 'wire', 'previous-release.json');
  const previous = JSON.parse(readFileSync(file, 'utf8')) as Wire;
  const { body } = await school.call('anonymous', 'GET', 'openapi.json');
  expect(Object.keys(previous).length).toBeGreaterThan(100);
  expect(brokenPromises(previous, wireOf(body as OpenApi))).toEqual([]);
});

describe('a contract is broken by', () => {
  const call: CallForm = {
    query: { page: 'optional' },
    body: {
      name: { need: 'required', types: ['string'] },
      order: { need: 'optional', types: ['null', 'number'] },
    },
    answer: { id: ['number'], name: ['null', 'string'] },
  };
  const changed = (change: (form: CallForm) => void) => {
    const form = structuredClone(call);
    change(form);
    return brokenPromises({ 'POST /x': call }, { 'POST /x': form });
  };

  it.each<[string, (form: CallForm) => void, string]>([
    [
      'a parameter that is gone',
      ({ query }) => delete query.page,
      'takes no parameter page any more',
    ],
    [
      'a parameter that is required',
      ({ query }) => (query.day = 'required'),
      'requires the parameter day',
    ],
    ['a field that is gone', ({ body }) => delete body.order, 'takes no field order any more'],
    [
      'a field that takes less',
      ({ body }) => (body.order = { need: 'optional', types: ['number'] }),
      'takes less for the field order',
    ],
    [
      'a field that is required',
      ({ body }) => (body.colour = { need: 'required', types: ['string'] }),
      'requires the field colour',
    ],
    ['an answer without a field', ({ answer }) => delete answer.id, 'answers no id any more'],
    ['an answer of another type', ({ answer }) => (answer.id = ['string']), 'answers id as string'],
    [
      'an answer that may be null',
      ({ answer }) => (answer.id = ['null', 'number']),
      'answers id as null or number',
    ],
  ])('%s', (_what, change, line) => {
    expect(changed(change)).toEqual([`POST /x: ${line}`]);
  });

  it('a removed call', () => {
    expect(brokenPromises({ 'POST /x': call }, {})).toEqual(['POST /x: gone']);
  });

  it.each<[string, (form: CallForm) => void]>([
    ['a new parameter', ({ query }) => (query.day = 'optional')],
    ['a new field', ({ body }) => (body.colour = { need: 'optional', types: ['string'] })],
    [
      'a new field with required parts',
      ({ body }) =>
        Object.assign(body, {
          address: { need: 'optional', types: ['object'] },
          'address.city': { need: 'required', types: ['string'] },
        }),
    ],
    ['a field that is not required any more', ({ body }) => (body.name!.need = 'optional')],
    ['a new field in the answer', ({ answer }) => (answer.late = ['number'])],
    ['an answer that is never null any more', ({ answer }) => (answer.name = ['string'])],
  ])('not by %s', (_what, change) => {
    expect(changed(change)).toEqual([]);
  });
});
