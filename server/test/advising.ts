import { expect } from 'vitest';
import type { FollowUp, FollowUpDetails } from '#contract/standing/follow-up.ts';
import type { RedListLine } from '#contract/standing/red-list-computed.ts';
import { standingsOf } from './standings.ts';
import { createTestSchool, type Caller } from './test-school.ts';

const mondays = ['2026-03-02', '2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30'];

/** The institute on the evening of Monday 30 March 2026, with calls on follow-ups. */
export async function createAdvising() {
  const school = await createTestSchool({ now: '2026-03-30T20:00:00+11:00' });
  const follow = standingsOf(school);
  await follow();
  for (const caller of ['teacher', 'otherTeacher', 'admin', 'account'] as const)
    await school.call(caller, 'GET', 'user/details/');
  const users = await school.database.selectFrom('app_user').select(['email', 'id']).execute();
  const { id: subject } = await school.database
    .selectFrom('subject')
    .select('id')
    .where('subject_code', '=', 'MAT1')
    .executeTakeFirstOrThrow();
  const call = (
    caller: Caller,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) => school.call(caller, method, `attendance/${path}`, body);
  /** Users by the name before the @: ada and leo edit the red list, tess and theo teach. */
  const owners = Object.fromEntries(users.map(({ email, id }) => [email.split('@')[0] ?? '', id]));
  const begin = async (student: string, more: object = {}, caller: Caller = 'admin') =>
    call(caller, 'POST', 'follow-ups/create/', {
      student: await school.studentId(student),
      subject,
      owner_id: owners.ada,
      due_on: '2026-04-06',
      ...more,
    });
  return {
    school,
    /** Lets the standings follow. */
    follow,
    /** The id of MAT1. */
    subject,
    owners,
    call,
    begin,
    async begun(student: string, more: object = {}): Promise<FollowUpDetails> {
      const { status, body } = await begin(student, more);
      expect({ status, body }).toMatchObject({ status: 201 });
      return body;
    },
    record: (id: number, body: object = {}, caller: Caller = 'admin') =>
      call(caller, 'POST', `follow-ups/${id}/steps/create/`, {
        kind: 'spoke',
        done_on: '2026-03-30',
        ...body,
      }),
    async list(query: string, caller: Caller = 'admin'): Promise<string[]> {
      const { body } = await call(caller, 'GET', `follow-ups/?${query}`);
      const found: FollowUp[] = body.results;
      return found.map(
        ({ student, owner, due_on }) => `${student.student_id} ${owner.name} ${due_on}`,
      );
    },
    /** Marks the student in MAT1 on Mondays: `PA-`. */
    async mark(student: string, statuses: string, dates = mondays) {
      const class_schedule = await school.classId('mon9');
      for (const [at, status] of [...statuses].entries())
        if (status !== '-')
          await call('admin', 'POST', 'attendance/create/', {
            class_schedule,
            date: dates[at],
            student,
            status: status === 'P' ? 'Present' : 'Absent',
          });
    },
    addRule: async (below: number): Promise<number> =>
      (await call('admin', 'POST', 'redlistrules/create/', { below, least_meetings: 3 })).body.id,
    lines: async (query = ''): Promise<RedListLine[]> =>
      (await call('admin', 'GET', `redlistedstudents/computed/?${query}`)).body.results,
  };
}
export type Advising = Awaited<ReturnType<typeof createAdvising>>;
