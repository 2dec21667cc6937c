import { describe, expect, it } from 'vitest';
import type { MyMeeting, MySubject } from '#contract/attendance/my-attendance.ts';
import { leftText } from './left-text.ts';
import { addDays, changeText, markClass, markText } from './text.ts';

const meeting = (more: Partial<MyMeeting>) =>
  ({ status: 'scheduled', changed: [], ...more }) as MyMeeting;
const subject = (more: Partial<MySubject>) =>
  ({ threshold: 80, meetings_left: 12, absences_left: 3, ...more }) as MySubject;

describe('what differs from the weekly class, in words', () => {
  it.each([
    [{}, ''],
    [{ changed: ['room', 'teacher'] as const }, 'other room, other teacher'],
    [{ status: 'cancelled' as const }, 'Cancelled'],
    [{ status: 'moved' as const, moved_to: '2026-03-05' }, 'Moved to Thu 5 Mar'],
  ])('%j is %j', (more, text) => {
    expect(changeText(meeting(more as Partial<MyMeeting>), 'en-AU').replace(',', '')).toBe(
      text.replace(',', ''),
    );
  });
});

it.each([
  [{ mark: null, late_minutes: null, excused: false }, ''],
  [{ mark: 'N/A', late_minutes: null, excused: false }, 'Not taken'],
  [{ mark: 'Present', late_minutes: 12, excused: false }, 'Present, 12 min late'],
  [{ mark: 'Absent', late_minutes: null, excused: true }, 'Absent, excused'],
] as const)('the mark %j is %j', (mark, text) => {
  expect(markText(mark)).toBe(text);
});

it.each([
  [{}, 'You may miss 3 of the 12 classes left and keep 80%.'],
  [{ rate: '79.9%' }, 'You may miss 3 of the 12 classes left and still reach 80%.'],
  [{ rate: '60%', absences_left: 0 }, 'Miss none of the 12 classes left to reach 80%.'],
  [{ absences_left: 0, meetings_left: 1 }, 'Miss none of the 1 class left to keep 80%.'],
  [{ absences_left: null }, '80% can no longer be reached with the 12 classes left.'],
  [{ meetings_left: 0 }, 'No classes are left.'],
])('absences left: %j', (more, text) => {
  expect(leftText(subject(more))).toBe(text);
});

it('weeks go across the end of a month and of daylight saving', () => {
  expect(addDays('2026-03-30', 7)).toBe('2026-04-06');
  expect(addDays('2026-04-06', -7)).toBe('2026-03-30');
});

it('an excused absence has another colour than one without an excuse', () => {
  expect(markClass('Absent', true)).toBe('excused');
  expect(markClass('Absent', false)).toBe('absent');
  expect(markClass('Present', false)).toBe('present');
});
