import { describe, expect, it } from 'vitest';
import type { Meeting } from '#contract/timetable/meeting.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { byHour, filterClasses, rollState } from './day.ts';

const aClass = (
  start_time: string,
  room: string,
  [total, present, absent]: [number, number, number],
  currentClass = false,
): ClassSchedule => ({
  id: 1,
  class_type: 'Lecture',
  group_name: null,
  day_of_week: 'Wednesday',
  start_time,
  end_time: '23:00',
  weeks: null,
  color_coding: '#e59623',
  order: 0,
  subject: { id: 1, subject_name: 'Nursing', subject_code: 'NUR101' },
  classroom: { id: 1, room_number: room, capacity: 0 },
  more_rooms: [],
  seats: 0,
  teacher: { id: 1, first_name: 'Grace', last_name: 'Hall' },
  co_teachers: [],
  semester: {
    id: 1,
    semester: 1,
    year: 2026,
    semester_start_date: '2026-07-01',
    semester_end_date: '2026-12-18',
    first_week: 'odd',
  },
  number_of_students: total,
  today_students_stats: { total_students: total, total_present: present, total_absent: absent },
  currentClass,
});
const early = aClass('07:30', 'A1', [3, 2, 1]);
const late = aClass('09:30', 'B2', [3, 1, 0]);
const later = aClass('09:00', 'A1', [3, 0, 0]);
const all = [early, late, later];
const none = { text: '', room: '', state: '' };

describe('a day’s classes', () => {
  it('are taken when all students are marked, absent or present', () => {
    expect(all.map(rollState)).toEqual(['taken', 'in progress', 'upcoming']);
    expect(rollState({ ...later, period: 'passed' })).toBe('not taken');
  });

  it('are closed when somebody closed the roll, or their class was archived after it was begun', () => {
    const meeting = { status: 'scheduled', closed_at: null, archived: false } as Meeting;
    const stateOf = (of: ClassSchedule, facts: Partial<Meeting>) =>
      rollState({ ...of, meeting: { ...meeting, ...facts } });
    expect(stateOf(late, {})).toBe('in progress');
    expect(stateOf(late, { closed_at: '2026-11-18T00:00:00Z' })).toBe('closed');
    expect(stateOf(late, { archived: true })).toBe('closed');
    expect(stateOf(later, { archived: true })).toBe('upcoming');
  });

  it('are filtered by words from any column, by room and by state', () => {
    expect(filterClasses(all, none)).toEqual(all);
    expect(filterClasses(all, { ...none, text: 'hall nur 09' })).toEqual([late, later]);
    expect(filterClasses(all, { ...none, text: 'omar' })).toEqual([]);
    expect(filterClasses(all, { ...none, room: 'A1', state: 'upcoming' })).toEqual([later]);
  });

  it('are grouped by starting hour, current ones first', () => {
    const now = aClass('09:15', 'C3', [1, 0, 0], true);
    const half = aClass('16:30', 'C4', [1, 0, 0]);
    expect(byHour([...all, half, now])).toEqual([
      { title: 'Now', of: [now] },
      { title: '07:30', of: [early] },
      { title: '09:00', of: [later, late] },
      { title: '16:30', of: [half] },
    ]);
  });
});
