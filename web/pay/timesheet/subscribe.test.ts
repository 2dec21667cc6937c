import { expect, it } from 'vitest';
import { subscriptionLinks } from './subscribe.ts';

it('each way contains the calendar’s address, with any characters', () => {
  const url = 'https://attendance.school.example/calendar/a-b_c.ics?x=1&y=2';
  const [device, google, outlook] = subscriptionLinks(url, 'Classes & more');
  expect(device!.href).toBe('webcal://attendance.school.example/calendar/a-b_c.ics?x=1&y=2');
  expect(new URL(google!.href).searchParams.get('cid')).toBe(device!.href);
  const params = new URL(outlook!.href).searchParams;
  expect([params.get('url'), params.get('name')]).toEqual([url, 'Classes & more']);
});
