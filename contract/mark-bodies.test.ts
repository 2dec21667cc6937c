import { expect, it } from 'vitest';
import { attendanceCreate } from './mark-bodies.ts';

it.each([
  ['', 'is required'],
  ['7'.repeat(64), 'must have at most 36 characters'],
])('a card %j is refused with the reason: %s', (rfid_number, reason) => {
  const read = attendanceCreate.safeParse({ rfid_number, class_schedule: 1 });
  expect(read.error?.issues[0]).toMatchObject({ path: ['rfid_number'], message: reason });
});
