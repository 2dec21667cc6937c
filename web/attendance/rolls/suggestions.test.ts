import { describe, expect, it } from 'vitest';
import { matches } from './suggestions.ts';

const zoe = {
  student_id: 'S-001',
  rfid_number: '0004711',
  first_name: 'Zoë',
  last_name: 'O’Brien',
  student_mail: 'z.obrien@students.example',
};

describe('a student of the roll is found', () => {
  it.each(['zoe obrien', "O'Brien", 'o’brien zoë', 's-001', '4711', 'z.obrien', '@students', ' '])(
    'by %j',
    (text) => expect(matches(zoe, text)).toBe(true),
  );

  it.each(['zoe brian', 'students', 'example', '@other'])('not by %j', (text) =>
    expect(matches(zoe, text)).toBe(false),
  );

  it.each(['王小明', '小明 王', '小明'])('by a name without a space: %j', (text) =>
    expect(matches({ ...zoe, first_name: '小明', last_name: '王' }, text)).toBe(true),
  );

  it('without a card and an address', () => {
    const row = { ...zoe, rfid_number: null, student_mail: null };
    expect(matches(row, 'zoe')).toBe(true);
    expect(matches(row, 'null')).toBe(false);
  });
});
