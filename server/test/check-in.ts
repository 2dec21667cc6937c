import { sql } from 'kysely';
import { createTestSchool, type Caller } from './test-school.ts';

/** The Monday of the check-in. */
export const date = '2026-03-02';

/** Tess's check-in to her Monday lecture: 45 minutes at 198.50 an hour. */
export type CheckIn = Awaited<ReturnType<typeof createCheckIn>>;

export async function createCheckIn() {
  const school = await createTestSchool();
  const mon9 = await school.classId('mon9');
  const [tess = 0, theo = 0] = await Promise.all(
    (['teacher', 'otherTeacher'] as const).map(
      async (user) => (await school.call(user, 'GET', 'user/details/')).body.teacher_id as number,
    ),
  );
  const addCode = async (paycode: string, amount: string) =>
    (
      await school.call('account', 'POST', 'attendance/payrolls/create/', {
        paycode,
        amount,
        paycode_type: 'tutorial_regular',
      })
    ).body.id as number;
  const codes = { LEC: await addCode('LEC', '198.50'), TUT: await addCode('TUT', '100.01') };
  // After the class has begun, a change applies from the next day.
  school.at(`${date}T08:00:00+11:00`);
  await school.call('account', 'PATCH', `attendance/classschedule/${mon9}/`, {
    payroll_id: codes.LEC,
    end_time: '09:45',
  });
  school.at(`${date}T09:15:00+11:00`);
  let id = 0;
  const call = (caller: Caller, method: 'GET' | 'PATCH' | 'DELETE', path = '', body?: object) =>
    school.call(caller, method, `attendance/payroll-logs/${id}/${path}`, body);
  return {
    school,
    tess,
    theo,
    codes,
    get id() {
      return id;
    },
    /** Deletes every check-in, and checks Tess in again. */
    async renew() {
      await sql`delete from payroll_log`.execute(school.database);
      id = (
        await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', {
          class_schedule: mon9,
          date,
        })
      ).body.id;
    },
    call,
    read: async (caller: Caller = 'account') => (await call(caller, 'GET')).body,
    patch: (body: object, caller: Caller = 'account') => call(caller, 'PATCH', '', body),
    history: async (caller: Caller = 'account') => (await call(caller, 'GET', 'history/')).body,
  };
}
