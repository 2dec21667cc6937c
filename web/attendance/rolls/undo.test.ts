import { expect, it } from 'vitest';
import type { RollStatus } from '#contract/status.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import { noDetails } from '#web/school/roll.ts';
import { undoOf } from './undo.ts';

const statuses: RollStatus[] = ['N/A', 'Present', 'Absent', 'N/A'];
const roll = statuses.map((status, at) => ({
  student: at + 1,
  student_id: `S${at + 1}`,
  student_uuid: `u${at + 1}`,
  rfid_number: null,
  status,
  on_leave: false,
  in_red_list: false,
  ...noDetails,
}));
const none = new Map<number, RollStatus>();

it.each<[string, MarkCommand, MarkCommand[]]>([
  [
    'a first mark',
    { do: 'mark', student: 1, status: 'Absent' },
    [{ do: 'undo', students: [1], status: 'Absent', from: 'Absent' }],
  ],
  [
    'a typed id',
    { do: 'mark', student: 'S4', status: 'Present' },
    [{ do: 'undo', students: [4], status: 'Present', from: 'Present' }],
  ],
  [
    'a correction',
    { do: 'mark', student: 2, status: 'Absent' },
    [{ do: 'bulk', students: [2], from: 'Absent' }],
  ],
  [
    'a correction to present',
    { do: 'mark', student: 3, status: 'Present' },
    [{ do: 'bulk', students: [3], status: 'Absent', from: 'Present' }],
  ],
  [
    'minutes of a mark that was there',
    { do: 'mark', student: 2, status: 'Present', detail: { late_minutes: 5 } },
    [{ do: 'mark', student: 2, status: 'Present', from: 'Present' }],
  ],
  ['a mark that was there already', { do: 'mark', student: 2, status: 'Present' }, []],
  ['somebody who is not on the roll', { do: 'mark', student: '123', status: 'Present' }, []],
  [
    'a mark that was taken back',
    { do: 'withdraw', record: 9, student: 3 },
    [{ do: 'bulk', students: [3], status: 'Absent', from: 'N/A' }],
  ],
  [
    'the rest',
    { do: 'rest', students: [1, 4] },
    [{ do: 'undo', students: [1, 4], status: 'Absent', from: 'Absent' }],
  ],
  [
    'a selection',
    { do: 'bulk', students: [1, 2, 3] },
    [
      { do: 'undo', students: [1], status: 'Present', from: 'Present' },
      { do: 'bulk', students: [3], status: 'Absent', from: 'Present' },
    ],
  ],
])('%s is undone by what brings back what was there', (_name, command, expected) => {
  expect(undoOf(roll, none, command)).toEqual(expected);
});

it('a pending mark counts as the previous status', () => {
  const will = new Map<number, RollStatus>([[1, 'Absent']]);
  expect(undoOf(roll, will, { do: 'mark', student: 1, status: 'Present' })).toEqual([
    { do: 'bulk', students: [1], status: 'Absent', from: 'Present' },
  ]);
});
