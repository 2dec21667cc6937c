import { describe, expect, it } from 'vitest';
import type { Roll } from '#contract/marks.ts';
import { studentOf } from '#web/attendance/rolls/pending-status.ts';
import { cardPrint, rollOnDevice } from './roll-on-device.ts';

const row = (number: number) => ({
  student: number,
  student_id: `S${number}`,
  student_uuid: `u-${number}`,
  first_name: 'Anna',
  rfid_number: String(1_000_000_000 + number * 7919),
  phone_number: `+61 400 55${number}`,
  student_mail: `s${number}@school.example`,
  profile_image: `/file/student-profile/${number}.png`,
});
const roll = {
  results: [
    ...Array.from({ length: 500 }, (_empty, number) => row(number)),
    { ...row(501), rfid_number: null },
  ],
  total: 501,
};
const stored = rollOnDevice(roll) as Roll;

describe('a roll on the device', () => {
  it('holds no card, phone number, e-mail address or link to a photo', () => {
    const text = JSON.stringify(stored);
    for (const { rfid_number, phone_number, student_mail, profile_image } of roll.results) {
      for (const value of [rfid_number, phone_number, student_mail, profile_image])
        if (value !== null) expect(text).not.toContain(value);
    }
    expect(stored.results.at(-1)!.rfid_number).toBe(null);
    expect(text).toContain('Anna');
  });

  it('still identifies the student of a card, and unknown cards', () => {
    const right = roll.results.filter(
      ({ rfid_number, student }) =>
        rfid_number && studentOf(stored.results, rfid_number)?.student === student,
    );
    // Two of 500 cards may have the same hash: the roll then shows the first until the server answers.
    expect(right.length).toBeGreaterThanOrEqual(496);
    expect(studentOf(stored.results, 'S7')?.student).toBe(7);
    expect(studentOf(roll.results as Roll['results'], roll.results[3]!.rfid_number!)?.student).toBe(
      3,
    );
  });

  it('a hash is far too short to identify a card: thousands have the same', () => {
    const prints = new Map<string, number>();
    for (let card = 0; card < 200_000; card++) {
      const print = cardPrint(String(4_000_000_000 + card * 31));
      prints.set(print, (prints.get(print) ?? 0) + 1);
    }
    expect(prints.size).toBeLessThanOrEqual(65_536);
    expect(Math.max(...prints.values())).toBeLessThan(20);
  });
});
