import { createConfig, lintFromString } from '@redocly/openapi-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from './test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

it('an independent linter finds no error in the description of the API', async () => {
  const { body } = await school.call('anonymous', 'GET', 'openapi.json');
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(body), config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
});
