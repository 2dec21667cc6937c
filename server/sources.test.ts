import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Lines of the sources that are delivered, with their files. */
const linesOf = (patterns: string[]) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((file) => !/\.test\.|^server\/test\//.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .map((line) => ({ file, line: line.trim() })),
    );
const code = ['{bin,contract,client,server,web}/**/*.{ts,tsx,mjs}'];
const filesWith = (pattern: RegExp, patterns = code) =>
  [
    ...new Set(
      linesOf(patterns)
        .filter(({ line }) => pattern.test(line))
        .map(({ file }) => file),
    ),
  ].toSorted();

it('processes are started by the embedded database and the command alone, without a shell (ASVS V1.2.5)', () => {
  expect(filesWith(/node:child_process/)).toEqual([
    'bin/attendance.mjs',
    'server/platform/database/embedded.ts',
  ]);
  expect(filesWith(/\bshell:|\bexec(Sync)?\(['"`]/, ['server/**/*.ts'])).toEqual([]);
});

it('no page makes HTML of text (ASVS V3.2.2)', () => {
  expect(
    filesWith(
      /\b(innerHTML|outerHTML|dangerouslySetInnerHTML|insertAdjacentHTML|srcdoc|document\.write)\b/i,
      ['web/**/*.{ts,tsx}'],
    ),
  ).toEqual([]);
});

it('Math.random makes pauses and the order of seats, never a code (ASVS V6.5.3)', () => {
  expect(filesWith(/Math\.random/)).toEqual([
    'server/exchange/webhooks/queue.ts',
    'server/platform/database/transactions.ts',
    'web/attendance/seating/arrange.ts',
  ]);
});

it('MD5 and SHA-1 are where nothing depends on collisions, and no other hash is old (ASVS V11.4.1)', () => {
  expect(filesWith(/createHash\('(md5|sha1)'\)/)).toEqual([
    'server/attendance/rolls/answer-once.ts',
    'server/exchange/runs/checked.ts',
    'server/platform/database/pool.ts',
  ]);
  const named = linesOf(code).flatMap(({ line }) =>
    [...line.matchAll(/create(?:Hash|Hmac)\(\s*'([^']+)'/g)].map(([, name]) => name),
  );
  expect([...new Set(named)].toSorted()).toEqual(['md5', 'sha1', 'sha256']);
});
