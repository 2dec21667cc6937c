import { expect, it } from 'vitest';
import { otherZoneText } from './other-zone.ts';
import { ianaZone } from './zones.ts';

const at = (zone: string, start = '2026-03-02T09:00') => ({
  zone: ianaZone(zone),
  start: Temporal.PlainDateTime.from(start),
});
const noticed = (...zones: string[]) =>
  otherZoneText(
    zones.map((zone) => at(zone)),
    ianaZone('Australia/Sydney'),
    'Australia/Sydney',
  );

it('a calendar of another time zone is noticed', () => {
  expect(noticed('Europe/London', 'Europe/London', 'Australia/Sydney')).toBe(
    '09:00 in the calendar is 20:00 in Australia/Sydney, the time zone of the institute: if that is not yours, stop and set TIME_ZONE first',
  );
});

it.each([
  ['the same zone', ['Australia/Sydney']],
  ['another name of the same time', ['Australia/Melbourne']],
  ['times in UTC, as programs write them', ['UTC', 'Etc/GMT']],
  ['a few events of elsewhere', ['Australia/Sydney', 'Europe/London']],
  ['no event', []],
])('and not %s', (_what, zones) => {
  expect(noticed(...zones)).toBeNull();
});
