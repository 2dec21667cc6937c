import { describe, expect, it } from 'vitest';
import type { Roll } from '#contract/marks.ts';
import { noDetails, noMark, withMarks } from './roll.ts';

const row = (student: number): Roll['results'][number] => ({
  ...noMark(student),
  student_uuid: `uuid-${student}`,
  student_id: `S${student}`,
  first_name: 'Ann',
  last_name: 'Other',
  student_mail: null,
  phone_number: '1',
  rfid_number: null,
  profile_image: null,
  on_leave: false,
  in_red_list: false,
});
const roll: Roll = {
  results: [row(1), row(2)],
  total: 2,
  next: null,
  previous: null,
  no_class: null,
  next_date: null,
  as_of: 'x.1',
};
const present = {
  student: 2,
  id: 7,
  attendance_uuid: 'uuid-7',
  status: 'Present' as const,
  marked_at: '2026-03-02T00:00:00Z',
  how: 'card' as const,
  ...noDetails,
};

describe('a roll with marks', () => {
  it('shows them in their rows, and keeps the other row objects', () => {
    const marked = withMarks(roll, [present]);
    expect(marked.results[1]).toEqual({ ...row(2), ...present });
    expect(marked.results[0]).toBe(roll.results[0]);
  });

  it('is the same object when it already shows them, so that nothing is rendered again', () => {
    const marked = withMarks(roll, [present]);
    expect(withMarks(marked, [{ ...present }])).toBe(marked);
    expect(withMarks(roll, [noMark(1)])).toBe(roll);
  });

  it('ignores students who are not on it', () => {
    expect(withMarks(roll, [{ ...present, student: 9 }])).toBe(roll);
  });

  it('shows a mark that was withdrawn as none', () => {
    expect(withMarks(withMarks(roll, [present]), [noMark(2)])).toEqual(roll);
  });
});
