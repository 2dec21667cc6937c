import { stopUrlFor } from '#server/messages/index.ts';
import { pdf, sendFile } from '../upload.ts';
import { call, post } from './describe-call.ts';
import type { PairCall, PairSchool, Rows } from './calls.ts';
import type { Answer, Caller } from '../test-school.ts';

/** Reads the version of the follow-up, and changes it. */
const followUpCall = (
  name: string,
  method: 'PATCH' | 'POST',
  end: string,
  body: object,
): PairCall => ({
  name: `${name} the follow-up`,
  about: ['S1', 'follow-up'],
  prepare: async ({ school, rows: { followUp } }) => {
    const path = `attendance/follow-ups/${followUp}/`;
    if (name === 'reopen') {
      const closing = { outcome: 'helped', version: await versionOf(school, path) };
      await school.call('account', 'POST', `${path}close/`, closing);
    }
    const sent = { ...body, version: await versionOf(school, path) };
    return () => school.call('account', method, `${path}${end}`, sent);
  },
});

const versionOf = async (school: PairSchool['school'], path: string): Promise<number> =>
  (await school.call('account', 'GET', path)).body.version;

/** Uploads the document before the call that names it. */
const withDocument = (
  name: string,
  who: string,
  path: string,
  caller: Caller,
  more: (rows: Rows) => object = () => ({}),
): PairCall => ({
  name,
  about: [who, 'leave'],
  prepare: async ({ school, rows }) => {
    const file = [pdf, 'a.pdf'] as const;
    const sent = await sendFile(school, caller, '/file/leave-application', 'files', ...file);
    const [supporting_document] = sent.body.url;
    const body = {
      leave_from: '2026-03-16',
      leave_to: '2026-03-17',
      reason_for_leave: 'Ill',
      supporting_document,
      ...more(rows),
    };
    return () => school.call(caller, 'POST', `attendance/${path}/create/`, body);
  },
});

/** Follows the link of a message to S1. */
const stopByLink: PairCall = {
  name: 'stop messages to S1 by the link',
  about: ['S1', 'message'],
  prepare: async ({ school, rows: { students } }) => {
    const { rows } = await school.pool.query<{ mail: string }>(
      'select student_mail as mail from student where id = $1',
      [students.S1],
    );
    const to = { recipient: 'student', student: students.S1, guardian: null };
    const link = await stopUrlFor(
      school.database,
      school.config.publicUrl,
      to,
      rows[0]?.mail ?? '',
    );
    const secret = link?.split('/').findLast(Boolean) ?? '';
    return (): Promise<Answer> =>
      school.call('anonymous', 'POST', `attendance/message-stop/${secret}/`);
  },
};

const message = ({ message: id }: Rows) => `student-messages/${id}/resend`;
const request = ({ leaveRequest }: Rows) => `leave-requests/${leaveRequest}`;
const step = ({ step: id }: Rows) => `follow-up-steps/${id}`;

/** What people do about a student who is away: follow-ups, the red list, leaves, letters and messages. */
export const following: PairCall[] = [
  followUpCall('change', 'PATCH', '', { due_on: '2026-03-25' }),
  followUpCall('close', 'POST', 'close/', { outcome: 'helped' }),
  followUpCall('reopen', 'POST', 'reopen/', { due_on: '2026-03-26' }),
  call(
    'a step of the follow-up',
    'S1 follow-up',
    'POST',
    ({ followUp }) => `follow-ups/${followUp}/steps/create`,
    { body: () => ({ kind: 'wrote', done_on: '2026-03-02' }) },
  ),
  call('correct the step', 'S1 follow-up', 'PATCH', step, {
    by: 'teacher',
    body: () => ({ kind: 'meeting' }),
  }),
  call('remove the step', 'S1 follow-up', 'DELETE', step, { by: 'teacher' }),
  ...['accept', 'dismiss'].map((decision) =>
    post(
      `${decision} the computed entry`,
      'S1 subject follow-up',
      'redlistedstudents/computed/decide',
      ({ computed }) => ({ ids: [computed], decision, reason: 'Known' }),
    ),
  ),
  call('change the rule', 'subject', 'PATCH', ({ rule }) => `redlistrules/${rule}`, {
    body: ({ subject }) => ({ subject_id: subject, below: 70 }),
  }),
  call('remove the rule', 'subject', 'DELETE', ({ rule }) => `redlistrules/${rule}`),
  call(
    'change the red list entry',
    'S2',
    'PATCH',
    ({ redList }) => `redlistedstudents/${redList}`,
    {
      body: () => ({ attendance_percentage: 45 }),
    },
  ),
  post('list S3 by the other path', 'S3 subject', 'redlistedstudents', ({ students, subject }) => ({
    student: students.S3,
    subject,
    attendance_percentage: 40,
  })),
  withDocument('a leave of S1', 'S1', 'leave', 'account', ({ students }) => ({
    student_id: students.S1,
    faculty_email: 'f@school.example',
  })),
  withDocument('S1 asks for a leave', 'S1', 'my-attendance/leave-requests', 'student'),
  call(
    'S1 withdraws the request',
    'S1 leave',
    'DELETE',
    (rows) => `my-attendance/${request(rows)}`,
    {
      by: 'student',
    },
  ),
  call('approve the request', 'S1 leave', 'POST', (rows) => `${request(rows)}/approve`, {
    by: 'admin',
    body: () => ({}),
  }),
  call('decline the request', 'S1 leave', 'POST', (rows) => `${request(rows)}/decline`, {
    by: 'admin',
    body: () => ({ answer: 'No' }),
  }),
  post('certificates of S1 and S2', 'S1 S2', 'letters/certificates', ({ students }) => ({
    student: [students.S1, students.S2],
    from_date: '2026-02-16',
    to_date: '2026-03-02',
  })),
  post('a warning of S1', 'S1 subject', 'letters/warnings', ({ computed }) => ({
    ids: [computed],
  })),
  post('an intention to report S1', 'S1', 'letters/intentions', ({ students }) => ({
    student: [students.S1],
  })),
  ...[true, false].map((stopped) =>
    call(
      `${stopped ? 'stop' : 'resume'} messages to S1`,
      'S1 message',
      'POST',
      ({ students }) => `student-details/${students.S1}/message-stop`,
      { body: () => ({ guardian_id: null, stopped }) },
    ),
  ),
  stopByLink,
  call('send the message again', 'S1 message', 'POST', message, { body: () => ({}) }),
  post('stop all messages', 'message', 'student-messages/stop', () => ({})),
];
