import { asSent } from '#contract/card-number.ts';
import { expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import { cardPrint } from '#web/platform/offline/roll-on-device.ts';
import type { PendingMark, MarkCommand } from '#web/platform/offline/storage.ts';
import {
  asOnRoll,
  markTitle,
  onlyStudentOf,
  studentOf,
  pendingStatuses,
} from './pending-status.ts';

const row = (student: number, student_id: string, rfid_number: string | null) =>
  ({
    student,
    student_id,
    rfid_number,
    student_uuid: `u-${student}`,
    first_name: 'Anna',
    last_name: student_id,
  }) as RollRow;
const roll = [row(1, 'S1', '70001'), row(2, 'S2', null), row(3, '70001', null)];
const mark = (what: MarkCommand): PendingMark => ({
  seq: 1,
  key: 'k',
  user: 'grace',
  class_schedule: 7,
  date: '2026-03-02',
  at: 0,
  what,
  refused: null,
});

it('a tap is the card of the roll in the form in which numbers are stored (R-CARD-1)', () => {
  const decimal = { ...asSent, card_format: 'decimal' } as const;
  expect(asOnRoll(roll, '0000070001', decimal)).toBe('70001');
  expect(asOnRoll(roll, '0000070001', { ...decimal, card_format: 'as_sent' })).toBe('0000070001');
  expect(asOnRoll(roll, '0x5', decimal)).toBe('0x5');
  const onDevice = [row(1, 'S1', cardPrint('70001'))];
  expect(asOnRoll(onDevice, '0000070001', decimal)).toBe('70001');
});

it.each([
  ['70001', 1],
  ['S2', 2],
  ['U-2', 2],
  ['unknown', undefined],
])('%s means student %s: a card first, as on the server', (tapped, student) => {
  expect(studentOf(roll, tapped)?.student).toBe(student);
});

it('the last mark of a student counts', () => {
  const marks = [
    mark({ do: 'bulk', students: [1, 2] }),
    mark({ do: 'mark', student: 'S2', status: 'Absent' }),
    mark({ do: 'mark', student: 'unknown', status: 'Present' }),
    mark({ do: 'withdraw', record: 9, student: 1 }),
  ];
  expect([...pendingStatuses(roll, marks)]).toEqual([
    [1, 'N/A'],
    [2, 'Absent'],
  ]);
});

it.each<[MarkCommand, string]>([
  [{ do: 'mark', student: '70001', status: 'Present' }, 'Anna S1: Present'],
  [{ do: 'mark', student: 2, status: 'Absent' }, 'Anna S2: Absent'],
  [{ do: 'mark', student: 'unknown', status: 'Present' }, 'unknown: Present'],
  [{ do: 'mark', student: 99, status: 'Present' }, 'A student: Present'],
  [{ do: 'withdraw', record: 9, student: 1 }, 'Anna S1: mark taken back'],
  [{ do: 'bulk', students: [1] }, 'Anna S1: Present'],
  [{ do: 'bulk', students: [1], status: 'Absent' }, 'Anna S1: Absent'],
  [{ do: 'undo', students: [1], status: 'Absent' }, 'Anna S1: mark taken back'],
  [{ do: 'bulk', students: [1, 2] }, '2 students present'],
])('%j is called %s', (what, title) => {
  expect(markTitle(mark(what), roll)).toBe(title);
});

it.each<[MarkCommand, string]>([
  [{ do: 'mark', student: 1, status: 'Present' }, 'Anna S1: Present'],
  [{ do: 'mark', student: '70001', status: 'Absent' }, 'Anna S1: Absent'],
  [{ do: 'withdraw', record: 9, student: 1 }, 'Anna S1: mark taken back'],
  [{ do: 'bulk', students: [1] }, 'Anna S1: Present'],
])('%j keeps its student’s name after the student has left the roll', (what, title) => {
  expect(markTitle({ ...mark(what), name: onlyStudentOf(what, roll) }, [])).toBe(title);
});

it('the title of a mark says the detail that is new', () => {
  const titled = (status: 'Present' | 'Absent', detail?: object) =>
    markTitle(mark({ do: 'mark', student: 1, status, ...(detail && { detail }) }), roll);
  expect(titled('Absent')).toBe('Anna S1: Absent');
  expect(titled('Absent', { excuse: 'sick' })).toBe('Anna S1: Excused');
  expect(titled('Present', { late_minutes: 7 })).toBe('Anna S1: 7 min late');
  expect(titled('Present', { left_early_minutes: 5 })).toBe('Anna S1: Present');
});
