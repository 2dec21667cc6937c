import { describe, expect, it } from 'vitest';
import type { ClassChangePreview } from '#contract/timetable/timetable.ts';
import { confirmationOf, previewText } from './change-preview.tsx';

const nothing: ClassChangePreview = {
  effective_from: '2026-03-02',
  added: 0,
  removed: 0,
  changed: 0,
  before: null,
  after: null,
  unchanged: 0,
  dropped: [],
  weeks: [],
  weeks_left: null,
  first_week: 'odd',
  next_monday: null,
  students: 28,
  clashes: [],
  all_clashes: [],
};
const then = {
  date: '2026-03-02',
  start_time: '09:00',
  end_time: '10:30',
  room_number: 'A1.01',
  teacher: 'Grace Hall',
};

describe('saving confirms the clashes that the question has listed', () => {
  const clash: ClassChangePreview['all_clashes'][number] = {
    kind: 'teacher',
    subject: { subject_name: 'Algebra', subject_code: 'MAT1' },
    class_schedule: 1,
    date: '2026-03-02',
    dates: 1,
    last_date: '2026-03-02',
    start_time: '09:00',
    end_time: '10:00',
    name: 'Grace Hall',
    other: null,
    students: null,
    seats: null,
    reason: null,
    confirmed: false,
  };
  it('when the class changes', () => {
    expect(confirmationOf({ ...nothing, changed: 1, all_clashes: [clash] })).toEqual({
      confirm_clashes: true,
    });
  });
  it('no question without changes, or without anything to confirm', () => {
    expect(confirmationOf({ ...nothing, all_clashes: [clash] })).toEqual({});
    const all_clashes = [{ ...clash, confirmed: true }];
    expect(confirmationOf({ ...nothing, changed: 1, all_clashes })).toEqual({});
  });
});

describe('the question before a class is changed', () => {
  it('is empty when nothing changes on its dates', () => {
    expect(previewText({ ...nothing, unchanged: 3 })).toBeNull();
  });
  it('contains the date, the number of meetings, and the old and new values', () => {
    const moved = { ...then, date: '2026-03-03', start_time: '10:30', end_time: '12:00' };
    expect(previewText({ ...nothing, added: 12, removed: 12, before: then, after: moved })).toBe(
      'From 2 Mar 2026: 12 classes removed, 12 classes added, for 28 students. Until now Mon, 2 Mar, 09:00–10:30, A1.01, Grace Hall. Then Tue, 3 Mar, 10:30–12:00, A1.01, Grace Hall.',
    );
  });
  it('lists weeks with no class and with two', () => {
    const weeks = [
      { monday: '2026-03-09', meetings: 0 },
      { monday: '2026-03-16', meetings: 2 },
    ];
    expect(previewText({ ...nothing, added: 1, weeks })).toBe(
      'From 2 Mar 2026: 1 class added, for 28 students. The week of 9 Mar 2026 has no class. The week of 16 Mar 2026 has 2 classes.',
    );
  });
  it('lists what stays and what is removed', () => {
    const text = previewText({
      ...nothing,
      changed: 1,
      students: 1,
      unchanged: 1,
      dropped: ['2026-03-16'],
    });
    expect(text).toBe(
      'From 2 Mar 2026: 1 class changed, for 1 student. 1 class with marks, notes or a check-in stay as they are. What was changed by hand goes on Mon, 16 Mar.',
    );
  });
});
