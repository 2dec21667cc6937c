import { expect, it } from 'vitest';
import { judgeAudit, type Accepted } from './audit.ts';

const advisory = (name: string, id: string) => ({
  source: 1,
  name,
  title: 'Reads what it should not',
  url: `https://github.com/advisories/${id}`,
  severity: 'high',
});
const printed = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    parser: { via: [advisory('parser', 'GHSA-aaaa-bbbb-cccc')] },
    // Vulnerable by the other one.
    reader: { via: ['parser'] },
  },
});
const accepted = (until: string): Accepted => [
  { advisory: 'GHSA-aaaa-bbbb-cccc', package: 'parser', why: 'It reads no file of others.', until },
];

it('a known vulnerability is a fault, once', () => {
  expect(judgeAudit(printed, [], '2026-12-01')).toEqual({
    faults: ['parser GHSA-aaaa-bbbb-cccc (high): Reads what it should not'],
    notCompared: null,
  });
});

it('an accepted one passes until its day, and is a fault afterwards', () => {
  expect(judgeAudit(printed, accepted('2026-12-01'), '2026-12-01').faults).toEqual([]);
  expect(judgeAudit(printed, accepted('2026-11-30'), '2026-12-01').faults).toEqual([
    'parser GHSA-aaaa-bbbb-cccc: it was accepted until 2026-11-30 only',
  ]);
});

it('the same advisory of another package is none that was accepted', () => {
  const other = printed.replaceAll('parser', 'other');
  expect(judgeAudit(other, accepted('2026-12-01'), '2026-12-01').faults).toHaveLength(1);
});

it.each([
  [
    '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":"","detail":""}}',
    '405 Method Not Allowed',
  ],
  ['{"error":{"code":"ENOTFOUND","summary":"request failed"}}', 'request failed'],
  ['', 'npm printed no report'],
])('a registry without advisories is no fault, but an expired acceptance is: %j', (text, why) => {
  expect(judgeAudit(text, [], '2026-12-01')).toEqual({ faults: [], notCompared: why });
  expect(judgeAudit(text, accepted('2026-11-30'), '2026-12-01').faults).toHaveLength(1);
});
