import { sql } from 'kysely';
import type { WhoIsHere } from '#contract/attendance/building.ts';
import { createTestSchool, type Answer, type Caller } from './test-school.ts';

/** The day of the test institute. */
export const day = '2026-03-02';
/** An instant of it. @param time `09:15:00`. */
export const atTime = (time: string): string => `${day}T${time}+11:00`;

/** `S1 present class R1 expected`, in the order of the list. */
export const linesOf = ({ people, places }: Pick<WhoIsHere, 'people' | 'places'>): string[] =>
  people.map(
    ({ student_id, first_name, state, place, expected }) =>
      `${student_id ?? first_name} ${state} ${places[place]!.kind} ${places[place]!.room}${expected ? ' expected' : ''}`,
  );

/** The test institute with what tests of its building do. */
export async function createBuilding() {
  const school = await createTestSchool();
  const call = (
    caller: Caller,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Answer> => school.call(caller, method, `attendance/building/${path}`, body);
  const good = async (answer: Promise<Answer>): Promise<Answer['body']> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(JSON.stringify(body));
    return body;
  };
  const openForTeachers = (teachers_see_building: boolean) =>
    school.call('admin', 'PATCH', 'attendance/settings/', { teachers_see_building });
  return {
    school,
    call,
    openForTeachers,
    whoIsHere: (): Promise<WhoIsHere> => good(call('admin', 'GET', '')),
    start: async (kind = 'drill'): Promise<number> =>
      (await good(call('admin', 'POST', 'roll-calls/create/', { kind }))).id,
    async mark(student: string, status: string, ref = 'mon9', more: object = {}): Promise<void> {
      const class_schedule = await school.classId(ref);
      const body = { class_schedule, date: day, student, status, ...more };
      await good(school.call('admin', 'POST', 'attendance/attendance/create/', body));
    },
    /** At 09:15, without marks, check-ins and roll calls. */
    async empty(): Promise<void> {
      school.at(atTime('09:15:00'));
      await sql`truncate building_roll_call, attendance, mark_detail, payroll_log cascade`.execute(
        school.database,
      );
      await openForTeachers(false);
    },
  };
}
