import { expect, it } from 'vitest';
import type { StudentPanels } from '#contract/people/student-details.ts';
import { createTestSchool } from '#server/test/test-school.ts';

/** The calls that answer what a panel shows, by the panel. */
const callOf = (id: number): Record<keyof StudentPanels, string> => ({
  merges: `attendance/student-details/${id}/merges/`,
  cards: `attendance/student-details/${id}/cards/`,
  follow_ups: `attendance/follow-ups/?of=all&state=all&student=${id}&ordering=-begun`,
  letters: `attendance/letters/?student=${id}`,
  leave_requests: `attendance/leave-requests/?student=${id}`,
  guardians: `attendance/student-details/${id}/guardians/`,
  messages: `attendance/student-details/${id}/messages/`,
});

it('the panels of a student’s page are what the calls of their own answer, and null where these refuse', async () => {
  const school = await createTestSchool({ now: '2026-03-09T12:00:00+11:00' });
  try {
    const id = await school.studentId('S1');
    const made = [
      await school.call('admin', 'POST', `${callOf(id).guardians}create/`, {
        name: 'Gay Guardian',
        relation: 'Mother',
        email: 'gay@home.example',
      }),
      await school.call('admin', 'POST', 'attendance/follow-ups/create/', {
        student: id,
        owner_id: (await school.call('admin', 'GET', 'user/details/')).body.id,
        due_on: '2026-03-12',
      }),
      await school.call('admin', 'POST', 'attendance/letters/certificates/', {
        student: [id],
        from_date: '2026-02-01',
        to_date: '2026-03-01',
      }),
    ];
    for (const { status, body } of made) expect(status, JSON.stringify(body)).toBe(201);
    const nulls: Record<string, string[]> = {};
    for (const caller of ['admin', 'teacher'] as const) {
      const { status, body } = await school.call(
        caller,
        'GET',
        `attendance/student-details/${id}/`,
      );
      expect(status).toBe(200);
      nulls[caller] = [];
      for (const [panel, path] of Object.entries(callOf(id))) {
        const own = await school.call(caller, 'GET', path);
        const { next: _next, previous: _previous, ...answer } = own.body;
        expect(body.panels[panel], `${caller}: ${panel}`).toEqual(
          own.status === 200 ? answer : null,
        );
        if (own.status !== 200) {
          expect(own.status, path).toBe(403);
          nulls[caller].push(panel);
        }
      }
    }
    expect(nulls).toEqual({
      admin: [],
      teacher: ['letters', 'leave_requests', 'guardians', 'messages'],
    });
  } finally {
    await school.close();
  }
});
