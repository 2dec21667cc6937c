import { roll, call, post } from './describe-call.ts';
import { today, type PairCall, type Rows } from './calls.ts';
import { uploadRowsOf } from '../student-upload.ts';
import { studentFile, studentRow } from '../undoing.ts';

/** S1 types the digits that the roll shows. */
const checkInByCode: PairCall = {
  name: 'check S1 in by QR code',
  about: ['S1', 'class', 'meeting'],
  prepare: async ({ school, rows }) => {
    const { body } = await school.call('teacher', 'POST', 'attendance/qr/open/', roll(rows));
    const code = body.codes[0].short_code as string;
    return () => school.call('student', 'POST', 'attendance/qr/check-in/', { code });
  },
};

/** Closes the code that it opens before. */
const closeCode: PairCall = {
  name: 'close the QR code',
  about: ['class', 'meeting'],
  prepare: async ({ school, rows }) => {
    await school.call('teacher', 'POST', 'attendance/qr/open/', roll(rows));
    return () => school.call('teacher', 'POST', 'attendance/qr/close/', roll(rows));
  },
};

const upload = (what: 'student' | 'guardian', text: string): PairCall => ({
  name: `upload a ${what} of S1`,
  about: ['S1'],
  prepare:
    ({ school }) =>
    () =>
      uploadRowsOf(school, what, text, { caller: 'account' }),
});

const device = ({ device: key }: Rows) => `devices/${key.split('_')[1]}`;

/** Cards, devices, and what brings students in from files. */
export const cards: PairCall[] = [
  post('open the QR code', 'class meeting', 'qr/open', roll, 'teacher'),
  closeCode,
  checkInByCode,
  post('reopen the roll', 'class meeting', 'reopen-roll', ({ classes, closedDay }) => ({
    class_schedule: classes.mon9,
    date: closedDay,
    reason: 'Wrong',
    take_back: true,
  })),
  call('why a card of S1 ended', 'S1', 'PATCH', ({ formerCard }) => `cards/${formerCard}`, {
    body: () => ({ reason: 'lost' }),
  }),
  post('hand S1 a card', 'S1', 'cards/hand-out', ({ students }) => ({
    student: students.S1,
    number: '5550001',
    confirm: true,
  })),
  post('hand N1 the card of S2', 'N1 S2', 'cards/hand-out', ({ students }) => ({
    student: students.N1,
    number: '1000002',
    confirm: true,
  })),
  post('take the card of S5 back', 'S5', 'cards/hand-out/undo', ({ handedOut }) => ({
    id: handedOut,
    before: { number: '1000005', card_print_status: null },
  })),
  post('print the cards of S1 and S3', 'S1 S3', 'cards/print', ({ students }) => ({
    ids: [students.S1, students.S3],
  })),
  post('collected cards of S1 and S5', 'S1 S5', 'students/card-status', ({ students }) => ({
    ids: [students.S1, students.S5],
    card_print_status: 'collected',
  })),
  call('move the device', 'other-room device', 'PATCH', device, {
    body: ({ otherRoom }) => ({ classroom: otherRoom }),
  }),
  call('revoke the device', 'device S1', 'POST', (rows) => `${device(rows)}/revoke`, {
    body: () => ({}),
  }),
  ...[true, false].map((accept) =>
    call(
      `${accept ? 'accept' : 'dismiss'} the held tap of S5`,
      'S5 class',
      'POST',
      ({ revoked }) => `devices/${revoked}/taps/decide`,
      { body: () => ({ accept }) },
    ),
  ),
  upload('student', studentFile(studentRow('S1', 'Uploaded', '1000001'))),
  upload('guardian', 'student_id,name,phone\nS1,Gail,2'),
  post('delete N1 and N2', 'N1', 'students/bulk-delete', ({ students }) => ({
    ids: [students.N1, students.N2],
  })),
  post('redact the texts', 'S4', 'erasure-proposals/decide', ({ proposal }) => ({
    ids: [proposal],
    is_redacted: true,
  })),
  call('change a guardian of S1', 'S1', 'PATCH', guardian, { body: () => ({ phone: '3' }) }),
  call('delete a guardian of S1', 'S1', 'DELETE', guardian),
  call('change the note', 'class tess', 'PATCH', note, { body: () => ({ note: 'Chalk' }) }),
  call('delete the note', 'class tess', 'DELETE', note),
  post('a note about S1', 'S1 class', 'attendance-note/create', (rows) => ({
    class_schedule_id: rows.classes.mon9,
    student_id: rows.students.S1,
    note: 'Late bus',
    date: today,
  })),
];

function guardian({ guardian: id }: Rows): string {
  return `guardians/${id}`;
}

function note({ note: id }: Rows): string {
  return `attendance-note/${id}`;
}
