import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let student: number;
/** S1 is absent on two Mondays and present on a Tuesday; S2 is absent as well. */
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  student = await school.studentId('S1');
  const [mon9, tue14] = [await school.classId('mon9'), await school.classId('tue14')];
  const mark = async (class_schedule: number, date: string, of: string, status: string) =>
    expect(
      await school.call('admin', 'POST', 'attendance/attendance/create/', {
        class_schedule,
        date,
        student: of,
        status,
      }),
    ).toMatchObject({ status: 201 });
  await mark(mon9, '2026-02-16', 'S1', 'Absent');
  await mark(mon9, '2026-02-23', 'S1', 'Absent');
  await mark(tue14, '2026-02-24', 'S1', 'Present');
  await mark(mon9, '2026-02-23', 'S2', 'Absent');
});
afterEach(() => school.close());

const effect = async (query: string) =>
  (await school.call('admin', 'GET', `attendance/leave-effect/?${query}`)).body;
const leave = async (leave_from: string, leave_to: string): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
    values (${student}, ${leave_from}, ${leave_to}, 'f@school.example', 'Ill')
    returning id`.execute(school.database);
  return rows[0]?.id ?? 0;
};

describe('the preview of a leave contains', () => {
  it('the number of absences that it excuses, and of classes marked present', async () => {
    expect(await effect(`student=${student}&from=2026-02-16&to=2026-02-28`)).toEqual({
      excused: 2,
      unexcused: 0,
      present: 1,
    });
    await leave('2026-02-16', '2026-02-16');
    expect(await effect(`student=${student}&from=2026-02-16&to=2026-02-28`)).toMatchObject({
      excused: 1,
    });
    expect(await effect(`student=${student}`)).toEqual({ excused: 0, unexcused: 0, present: 0 });
  });

  it('the number that become unexcused when it is shortened or removed, unless another covers them', async () => {
    const id = await leave('2026-02-16', '2026-02-28');
    expect(await effect(`student=${student}&from=2026-02-20&to=2026-02-28&leave=${id}`)).toEqual({
      excused: 0,
      unexcused: 1,
      present: 0,
    });
    expect(await effect(`leave=${id}`)).toMatchObject({ unexcused: 2 });
    const second = await leave('2026-02-23', '2026-02-23');
    expect(await effect(`leave=${id}`)).toMatchObject({ unexcused: 1 });
    expect(await effect(`leave=${id},${second}`)).toMatchObject({ unexcused: 2 });
  });

  it('classes that did not take place do not count', async () => {
    const { rows } = await sql<{ id: number }>`
      select id from class_meeting
      where class_schedule_id = ${await school.classId('mon9')} and date = '2026-02-16'`.execute(
      school.database,
    );
    await school.call('admin', 'POST', 'attendance/meetings/cancel/', {
      ids: rows.map(({ id }) => id),
      reason: 'Flood',
    });
    expect(await effect(`student=${student}&from=2026-02-16&to=2026-02-16`)).toMatchObject({
      excused: 0,
    });
  });

  it('nothing for a teacher', async () => {
    const path = `attendance/leave-effect/?student=${student}`;
    expect((await school.call('teacher', 'GET', path)).status).toBe(403);
  });
});
