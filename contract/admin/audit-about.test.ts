import { expect, it } from 'vitest';
import { aboutParts, aboutText, whatText } from './audit-about.ts';
import type { AuditName } from './audit.ts';

const name = (field: string, thing: string, id: number, text: string): AuditName => ({
  field,
  thing,
  id,
  name: text,
});

const days: Record<string, string> = { '2026-12-07': '7 Dec', '2026-11-30': '30 Nov' };
const dayOf = (day: string) => days[day] ?? day;

it.each([
  [
    { ids: [713], fields: ['reason', 'confirm', 'seen', 'checked'], teacher_id: 5 },
    [name('teacher_id', 'teacher', 5, 'Grace Hall')],
    'no. 713; changed reason; teacher Grace Hall',
  ],
  [
    { meeting: [7], fields: ['confirm'] },
    [name('meeting', 'meeting', 7, 'NUR101 on 2026-11-30')],
    'NUR101 on 30 Nov',
  ],
  [
    { to: 2, from: 6, kind: 'teacher', effective_from: '2026-12-07' },
    [name('to', 'teacher', 2, 'Omar'), name('from', 'teacher', 6, 'Grace')],
    'to teacher Omar; from teacher Grace; kind teacher; from 7 Dec',
  ],
  [
    { date: '2026-12-07', student: 41, class_schedule: 10, how: 'manual' },
    [
      name('student', 'student', 41, 'S41 Bo'),
      name('class_schedule', 'class_schedule', 10, 'NUR1'),
    ],
    'S41 Bo in NUR1 on 7 Dec; by hand',
  ],
  [
    { date: '2026-12-07', payroll_log: 4, class_schedule: 10, fields: ['status'] },
    [
      name('payroll_log', 'payroll_log', 4, 'NUR1 on 2026-12-07'),
      name('class_schedule', 'class_schedule', 10, 'NUR1 Mon 09:00'),
    ],
    'NUR1 Mon 09:00 on 7 Dec; changed status',
  ],
  [
    { payroll_log: 4 },
    [name('payroll_log', 'payroll_log', 4, 'NUR1 on 2026-12-07')],
    'NUR1 on 7 Dec',
  ],
  [{ ids: [4], archive: 'ids' }, [name('ids', 'classroom', 4, 'A1.01')], 'room A1.01'],
  [{ mode: 'valid', dry_run: false }, [], 'valid rows'],
  [
    { dry_run: true, fields: ['student_id', 'phone_number'] },
    [],
    'dry run yes; changed student, phone number',
  ],
])('%j is written as people say it', (about, names, text) => {
  expect(aboutText({ about, names }, dayOf)).toBe(text);
});

it.each([
  ['Add student', 200, 'Added student'],
  ['Change check-in', null, 'Changed check-in'],
  ['Copy the classes of a semester', 201, 'Copied the classes of a semester'],
  ['Withdraw a leave request', 200, 'Withdrew a leave request'],
  ['Undo import or bulk change', 409, 'Tried to undo import or bulk change'],
  ['Check-in entered', 200, 'Entered check-in'],
  ['Check-in checked in', 200, 'Checked in as teacher'],
  ['Request for a check-in', 200, 'Request for a check-in'],
  ['Students as a file', 200, 'Students as a file'],
  ['Signed in', 200, 'Signed in'],
])('%s, answered with %s, is “%s”', (what, status, text) => {
  expect(whatText({ what, status })).toBe(text);
});

it.each([
  [25, [], '25 students: S0 Bo, S1 Bo, S2 Bo, and 22 more'],
  [50, ['and 250 more'], '300 students: S0 Bo, S1 Bo, S2 Bo, and 297 more'],
  [5, [], 'S0 Bo, S1 Bo, S2 Bo, S3 Bo, S4 Bo'],
])('of more than 5 of %i records the first three are named on the screen', (count, more, text) => {
  const ids = Array.from({ length: count }, (_, id) => id);
  const line = {
    about: { student: [...ids, ...more] },
    names: ids.map((id) => name('student', 'student', id, `S${id} Bo`)),
  };
  const [field] = aboutParts(line, undefined, 5);
  const parts = field!.parts.map((part) => (typeof part === 'string' ? part : part.name));
  expect([field!.title, parts.join(', ')].filter(Boolean).join(' ')).toBe(text);
  // In files all are.
  expect(aboutText(line)).toContain(`S${count - 1} Bo`);
});

it('fields are named where a record was changed, and not where they are the choices of an action', () => {
  const line = { about: { fields: ['classroom_id', 'reason'] }, names: [] };
  expect(aboutParts({ ...line, what: 'Change class schedule' })).toHaveLength(1);
  expect(aboutParts({ ...line, what: 'Close a room' })).toEqual([]);
});
