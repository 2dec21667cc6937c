import { describe, expect, it } from 'vitest';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { doorSheet, doorSheets } from './door-sheets.ts';
import { signInSheet } from './sign-in-sheet.ts';

const institute = { institute: 'Institute', today: '2026-03-02' };
const meeting = {
  id: 1,
  status: 'scheduled',
  origin: 'weekly',
  reason: null,
  moved_from: null,
  moved_to: null,
  cover: null,
};
const classOf = (room: string, start_time: string, more: object = {}) =>
  ({
    subject: { subject_name: 'Mathematics', subject_code: 'MAT1' },
    class_type: 'Lecture',
    classroom: { id: 1, room_number: room },
    more_rooms: [],
    teacher: { first_name: 'Grace', last_name: 'Hall' },
    co_teachers: [],
    start_time,
    end_time: '12:00',
    meeting,
    planned: null,
    ...more,
    // What the sheet reads of a class.
  }) as unknown as ClassSchedule;

describe('a door sheet (R-PAPER-6)', () => {
  it('strikes a cancelled class with the word, and does not say why', () => {
    const cancelled = classOf('A1', '09:00', {
      meeting: { ...meeting, status: 'cancelled', reason: 'Grace is ill' },
    });
    const sheet = doorSheet('A1', '2026-03-02', [cancelled, classOf('A1', '10:00')], institute);
    expect(sheet.body[0]).toEqual([
      '09:00–12:00',
      'Mathematics (MAT1), Lecture',
      'Grace Hall',
      'Cancelled',
    ]);
    expect([0, 1, 2, 3].map((column) => sheet.isStruck?.(0, column))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(sheet.isStruck?.(1, 1)).toBe(false);
  });

  it('is one for each room, in the order of their numbers', () => {
    const sheets = doorSheets(
      '2026-03-02',
      [classOf('B10', '09:00'), classOf('B2', '09:00'), classOf('B10', '10:00')],
      institute,
    );
    expect(sheets.map(({ lines, body }) => [lines?.[0]?.text, body.length])).toEqual([
      ['B2', 1],
      ['B10', 2],
    ]);
  });

  it('has a class with several rooms on the sheet of each (R-CLASS-8)', () => {
    const shared = classOf('A1', '09:00', { more_rooms: [{ id: 2, room_number: 'A2' }] });
    const roomsOfSheets = (room: number | null) =>
      doorSheets('2026-03-02', [shared], institute, room).map(({ lines }) => lines?.[0]?.text);
    expect(roomsOfSheets(null)).toEqual(['A1', 'A2']);
    expect(roomsOfSheets(2)).toEqual(['A2']);
  });
});

it('a sign-in sheet lists who is enrolled, with room to sign (R-PAPER-5)', () => {
  const students = [{ student_id: 'S1', first_name: '小明', last_name: '王' }];
  const sheet = signInSheet(classOf('A1', '09:00'), '2026-03-02', students, institute);
  expect(sheet.body).toEqual([['1', 'S1', '王, 小明', '']]);
  expect(sheet.lines?.map(({ text }) => text).join('\n')).toMatch(
    /Mathematics \(MAT1\), Lecture\n.*09:00–12:00, room A1\nTeacher: Grace Hall/,
  );
});
