import { expect, it } from 'vitest';
import type { RollRow } from '#contract/marks.ts';
import type { MarkCommand } from '#web/platform/offline/storage.ts';
import type { MarkAnswer } from './queue/send.ts';
import { noDetails } from '#web/school/roll.ts';
import { joinUndone, undoneText } from './undone.ts';

const roll = ['Lucas', 'Emma', 'Noah'].map((first_name, at): RollRow => ({
  student: at + 1,
  student_uuid: `u${at + 1}`,
  student_id: `S${at + 1}`,
  first_name,
  last_name: 'Dubois',
  student_mail: null,
  phone_number: '1',
  rfid_number: null,
  profile_image: null,
  id: null,
  attendance_uuid: null,
  status: 'N/A',
  marked_at: null,
  how: null,
  in_red_list: false,
  on_leave: false,
  ...noDetails,
}));
const fail = [{ student_id: 'S2', name: 'Emma Dubois', status: 'already absent' }];

it.each<[MarkCommand, MarkAnswer, string]>([
  [
    { do: 'undo', students: [1], status: 'Present' },
    { undone: [1] },
    'known: Lucas Dubois back to Not taken',
  ],
  [
    { do: 'undo', students: [1, 2], status: 'Present' },
    { undone: [1, 2] },
    'known: Lucas Dubois and Emma Dubois back to Not taken',
  ],
  [
    { do: 'undo', students: [1, 2, 3], status: 'Present' },
    { undone: [1, 2, 3] },
    'known: 3 students back to Not taken',
  ],
  [
    { do: 'undo', students: [2], status: 'Present' },
    { undone: [] },
    'bad: Emma Dubois: This mark was changed since',
  ],
  [
    { do: 'bulk', students: [1, 2], status: 'Absent' },
    { bulk: { fail } },
    'known: Lucas Dubois back to Absent',
  ],
  [{ do: 'bulk', students: [3] }, { bulk: { fail: [] } }, 'known: Noah Dubois back to Present'],
  [
    { do: 'reopen', students: [3] },
    { undone: [3] },
    'known: Roll open again, Noah Dubois back to Not taken',
  ],
  [{ do: 'reopen', students: [] }, { undone: [] }, 'known: Roll open again'],
])(
  'the answer of the undo %j names whom it brought back, and to what',
  (command, answer, expected) => {
    const { tone, text } = undoneText(command, answer, roll);
    expect(`${tone}: ${text}`).toBe(expected);
  },
);

it('the texts of one undo stand beside each other', () => {
  const joined = joinUndone();
  joined('a', { tone: 'known', text: 'Emma' });
  expect(joined('b', { tone: 'bad', text: 'Lucas' })).toEqual({ tone: 'bad', text: 'Lucas' });
  expect(joined('b', { tone: 'known', text: 'Noah' })).toEqual({
    tone: 'bad',
    text: 'Lucas; Noah',
  });
});
