import { call, post } from './describe-call.ts';
import type { PairCall, Rows } from './calls.ts';

const upload = ({ upload: id }: Rows) => `bulk-operations/${id}`;

/** Reads what the teacher's absence concerns, and changes it. */
const teacherAway: PairCall = {
  name: 'teacher away',
  about: ['class', 'meeting', 'tess', 'theo'],
  prepare: async ({ school, rows: { teachers, meetings } }) => {
    const path = `attendance/teacher-away/?teacher=${teachers.tess}&from=2026-03-02&to=2026-03-02`;
    const { body } = await school.call('account', 'GET', path);
    const meeting = body.meetings.find(({ id }: { id: number }) => id === meetings.today);
    const sent = {
      teacher: teachers.tess,
      meetings: [{ id: meeting.id, sequence: meeting.sequence, cover: teachers.theo }],
      reason: 'Ill',
      confirm: true,
    };
    return () => school.call('account', 'POST', 'attendance/teacher-away/create/', sent);
  },
};

/** Reads which classes are in a room, moves one and closes the room. */
const roomClosed: PairCall = {
  name: 'room closed',
  about: ['class', 'meeting', 'room', 'other-room'],
  prepare: async ({ school, rows: { room, otherRoom, meetings } }) => {
    const path = `attendance/room-away/?classroom=${room}&from=2026-03-02&to=2026-03-02`;
    const { body } = await school.call('account', 'GET', path);
    const meeting = body.meetings.find(({ id }: { id: number }) => id === meetings.today);
    const sent = {
      classroom: room,
      meetings: [{ id: meeting.id, sequence: meeting.sequence, room: otherRoom }],
      close: { from: '2026-03-02', to: '2026-03-02' },
      reason: 'Flood',
      confirm: true,
    };
    return () => school.call('account', 'POST', 'attendance/room-away/create/', sent);
  },
};

/** Reads what came after the upload, and undoes it too. */
const undoWithLater: PairCall = {
  name: 'undo the upload with everything after it',
  about: ['S5', 'upload', 'cohort'],
  prepare: async ({ school, rows }) => {
    const path = `attendance/${upload(rows)}`;
    const { body } = await school.call('account', 'POST', `${path}/undo-with-later/preview/`, {});
    const operations = body.operations.map(({ id }: { id: number }) => id);
    return () => school.call('account', 'POST', `${path}/undo-with-later/`, { operations });
  },
};

/** Changes that are taken back, and the absence of a teacher. */
export const undoing: PairCall[] = [
  post('restore the meeting', 'class meeting', 'meetings/restore', ({ cancelled }) => ({
    ids: [cancelled],
  })),
  teacherAway,
  roomClosed,
  call(
    'undo the cancellation',
    'class meeting',
    'POST',
    ({ cancelling }) => `operations/${cancelling}/undo`,
    { body: () => ({}) },
  ),
  call(
    'undo the transfer of S5',
    'S5 class cohort',
    'POST',
    ({ transfer }) => `cohort-transfers/${transfer}/undo`,
  ),
  call('undo the upload', 'upload', 'POST', (rows) => `${upload(rows)}/undo`, {
    body: () => ({}),
  }),
  undoWithLater,
];
