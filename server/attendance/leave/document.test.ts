import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { pdf, uploadFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const patch = (id: number, body: object) =>
  school.call('account', 'PATCH', `attendance/leave/${id}/`, body);

it.each([null, ''])(
  'the document of a leave is not taken off by %j',
  async (supporting_document) => {
    const { body: leave } = await school.call('account', 'POST', 'attendance/leave/create/', {
      student_id: 'S1',
      leave_from: '2026-03-02',
      leave_to: '2026-03-03',
      faculty_email: 'dean@school.example',
      reason_for_leave: 'Ill',
      supporting_document: await uploadFile(school, 'leave-application', pdf, 'a.pdf'),
    });
    const answer = await patch(leave.id, { supporting_document });
    expect(answer).toMatchObject({
      status: 400,
      body: { supporting_document: ['Please select a file'] },
    });
    const { body } = await school.call('account', 'GET', `attendance/leave/${leave.id}/`);
    expect(body.supporting_document).toEqual(expect.any(String));
  },
);

it('an imported leave without a document stays without one', async () => {
  const { rows } = await school.pool.query<{ id: number }>(
    `insert into leave (student_id, leave_from, leave_to, reason_for_leave, faculty_email)
     values ($1, '2026-04-02', '2026-04-03', 'Ill', 'dean@school.example') returning id`,
    [await school.studentId('S2')],
  );
  const answer = await patch(rows[0]!.id, {
    supporting_document: null,
    reason_for_leave: 'Better',
  });
  expect(answer.status).toBe(200);
});
