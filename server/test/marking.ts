import { sql } from 'kysely';
import { createTestSchool } from './test-school.ts';

export const monday = '2026-03-02';
export const create = 'attendance/attendance/create/';

/** Tess's roll of the Monday lecture while it is under way: the students S1, S2, S3 and S5. */
export type Marking = Awaited<ReturnType<typeof createMarking>>;

export async function createMarking() {
  const school = await createTestSchool();
  const mon9 = await school.classId('mon9');
  return {
    school,
    mon9,
    /** Removes every mark, and sets the clock to a quarter past nine. */
    async reset() {
      school.at('2026-03-02T09:15:00+11:00');
      await sql`truncate mark_detail, attendance, attendance_request`.execute(school.database);
    },
    /** Marks a student by card, ID, id or uuid as Tess. @param more further fields of the body. */
    tap: (rfid_number: unknown, more: object = {}, headers: Record<string, string> = {}) =>
      school.call(
        'teacher',
        'POST',
        create,
        { rfid_number, class_schedule: mon9, date: monday, ...more },
        headers,
      ),
    /** @returns the number of marks. */
    written: async () =>
      (await school.database.selectFrom('attendance').selectAll().execute()).length,
    historyRows: async () =>
      (
        await sql<{ n: number }>`select count(*) as n from attendance_history`.execute(
          school.database,
        )
      ).rows[0]!.n,
    statusOf: async (code: string): Promise<string> => {
      const path = `attendance/attendance/?class_schedule=${mon9}&date=${monday}`;
      const { body } = await school.call('teacher', 'GET', path);
      return body.results.find((row: { student_id: string }) => row.student_id === code).status;
    },
  };
}
