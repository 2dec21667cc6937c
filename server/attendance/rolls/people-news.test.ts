import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLiveHub, type LiveHub } from '#server/platform/live/hub.ts';
import { changedSince, topicsOf } from '#server/school/live-marks.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { pdf, uploadFile } from '#server/test/upload.ts';

const date = '2026-03-02';
let school: TestSchool;
let hub: LiveHub;
let mon9: number;
let s1: number;
let received: { topic: string; ids: number[] | null }[] = [];
let onFirst = () => {};
beforeAll(async () => {
  school = await createTestSchool();
  mon9 = await school.classId('mon9');
  s1 = await school.studentId('S1');
  hub = createLiveHub({
    connection: school.connection,
    notify: (channel, text) => school.pool.query('select pg_notify($1, $2)', [channel, text]),
    poll: (since) => changedSince(school.database, since),
    log: () => {},
  });
  await new Promise<void>((listening) => {
    hub.subscribe(topicsOf({ class_schedule: mon9, date }), (change) => {
      if (!change) return listening();
      received.push(change);
      onFirst();
    });
  });
});
afterAll(async () => {
  await hub.stop();
  await school.close();
});

/** The news of the open roll after a call: null ids are for reading it again. @returns its answer. */
async function call(method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) {
  received = [];
  const first = new Promise<void>((resolve) => (onFirst = resolve));
  const answer = await school.call('account', method, `attendance/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  await first;
  expect(received.map(({ ids }) => ids)).toContain(null);
  return answer.body;
}

it('an open roll follows its students’ enrolments (R-ROLL-6)', async () => {
  const { id } = await school
    .call('admin', 'POST', 'attendance/students/create/', {
      student_id: 'N1',
      first_name: 'Nora',
      last_name: 'New',
      phone_number: '1',
      date_of_birth: '2005-01-02',
    })
    .then(({ body }) => body);
  const enrolment = { class_schedule_id: mon9, student_id: [id], from_date: date };
  await call('POST', 'studentassignment/create/', { ...enrolment, confirm_capacity: true });
  await call('POST', 'studentassignment/bulk-remove/', { class_schedule: mon9, student: [id] });
});

it('an open roll follows its students’ names, IDs and cards', async () => {
  await call('PATCH', `students/${s1}/`, { first_name: 'Anna' });
  await call('PATCH', `students/${s1}/`, { student_id: 'S1A' });
  await call('PATCH', `students/${s1}/`, { student_id: 'S1' });
  const { id, before } = await call('POST', 'cards/hand-out/', {
    student: s1,
    number: '1000777',
    confirm: true,
  });
  await call('POST', 'cards/hand-out/undo/', { id, before });
});

it('an open roll follows its students’ leaves', async () => {
  const { id } = await call('POST', 'leave/create/', {
    student_id: s1,
    leave_from: date,
    leave_to: date,
    reason_for_leave: 'Visa',
    faculty_email: 'faculty@school.example',
    supporting_document: await uploadFile(school, 'leave-application', pdf, 'a.pdf'),
  });
  await call('PATCH', `leave/${id}/`, { reason_for_leave: 'Visa office' });
  await call('DELETE', `leave/${id}/`);
});

it('an open roll follows who is archived', async () => {
  await call('POST', 'students/create/', { archive: 'ids', ids: [s1] });
});
