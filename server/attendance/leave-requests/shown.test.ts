import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { pdf, sendFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ env: { STUDENT_SIGN_IN: 'true' } });
});
afterAll(() => school.close());
beforeEach(() => sql`delete from leave_request`.execute(school.database));

const upload = async (caller: Caller): Promise<string> =>
  (await sendFile(school, caller, '/file/leave-application', 'files', pdf, 'a.pdf')).body.url[0];
const path = 'attendance/my-attendance/leave-requests/';
const ask = async (caller: Caller = 'student') =>
  (
    await school.call(caller, 'POST', `${path}create/`, {
      leave_from: '2026-03-02',
      leave_to: '2026-03-04',
      reason_for_leave: 'Flu',
      supporting_document: await upload(caller),
    })
  ).body.id as number;
const approve = async (id: number) =>
  (await school.call('admin', 'POST', `attendance/leave-requests/${id}/approve/`, {})).body
    .leave_id as number;

it('the document of an approved request can still be opened, and nothing in its place (R-LEAVE-1)', async () => {
  const leave = await approve(await ask());
  const shown = async (): Promise<(string | null)[]> => {
    const answers = [
      await school.call('student', 'GET', path),
      await school.call('admin', 'GET', 'attendance/leave-requests/'),
    ];
    return answers.map(({ body }) => body.results[0].supporting_document);
  };
  const links = await shown();
  for (const link of links)
    expect((await school.app.inject({ url: link ?? '' })).rawPayload).toEqual(pdf);
  await school.call('admin', 'PATCH', `attendance/leave/${leave}/`, {
    supporting_document: await upload('admin'),
  });
  expect(await shown()).toEqual([null, null]);
});

it('requests are counted in the overview until they are decided (R-OVERVIEW-1)', async () => {
  const waiting = async () =>
    (await school.call('admin', 'GET', 'attendance/overview/')).body.leave_requests;
  expect(await waiting()).toBe(0);
  const id = await ask();
  await ask('otherStudent');
  expect(await waiting()).toBe(2);
  await approve(id);
  expect(await waiting()).toBe(1);
});

it('every fault of the dates is named at once', async () => {
  const answer = await school.call('student', 'POST', `${path}create/`, {
    leave_from: '2024-03-02',
    leave_to: '2028-03-04',
    reason_for_leave: 'Flu',
    supporting_document: await upload('student'),
  });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      leave_from: ['must be at most 90 days ago'],
      leave_to: ['must be within a year from today'],
    },
  });
});
