import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ImportProblem } from '#contract/exchange/import-run.ts';
import { rosterTexts, smallAnswers, smallRoster, writeZip } from '#server/test/roster.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { formOf } from '#server/test/upload.ts';

let school: TestSchool;
let folder: string;
beforeAll(async () => {
  school = await createTestSchool({ rows: {} });
  folder = await mkdtemp(join(tmpdir(), 'claimed-'));
});
afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true });
});

const path = 'attendance/import-runs/';
const isError = ({ level }: ImportProblem) => level === 'error';
type Method = 'GET' | 'POST';

/** Calls of a user whose roles are those of the token alone. */
async function claiming(roles: string[]) {
  const token = await school.issuer.token({ email: 'nina@school.example', name: 'Nina', roles });
  return (method: Method, to: string, body?: unknown, headers: Record<string, string> = {}) =>
    school.call('anonymous', method, to, body, { authorization: `Bearer ${token}`, ...headers });
}

it('who has the role of accounts by the sign-in service alone adds a course by an import (R-ROSTER-5)', async () => {
  const call = await claiming(['account']);
  const ended = (id: number) =>
    vi.waitFor(
      async () => {
        const { body } = await call('GET', `${path}${id}/`);
        expect(['checked', 'written', 'failed']).toContain(body.state);
        return body;
      },
      { timeout: 20_000, interval: 100 },
    );
  const zip = await readFile(await writeZip(folder, rosterTexts(smallRoster)));
  const { payload, headers } = formOf('file', zip, 'roster.zip');
  const sent = await call('POST', `${path}?kind=oneroster`, payload, headers);
  expect(sent.status).toBe(201);
  const { id } = sent.body;
  await ended(id);
  const answers = { answers: smallAnswers };
  expect((await call('POST', `${path}${id}/check/`, answers)).status).toBe(200);
  expect((await ended(id)).report.problems.filter(isError)).toEqual([]);
  expect((await call('POST', `${path}${id}/write/`, answers)).status).toBe(200);
  expect(await ended(id)).toMatchObject({ state: 'written' });
  const { body } = await call('GET', 'attendance/courses/?limit=20');
  expect(body.results).toMatchObject([{ name: smallAnswers.course }]);
});
