import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';

const lastMonday = '2026-02-23';
let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(() => marking.reset());

const statusesOn = async (date: string): Promise<string[]> => {
  const path = `attendance/attendance/?class_schedule=${marking.mon9}&date=${date}`;
  const { body } = await marking.school.call('teacher', 'GET', path);
  return body.results.map((row: { status: string }) => row.status).sort();
};
const erase = async (student_id: string) => {
  const id = await marking.school.studentId(student_id);
  const path = `attendance/student-details/${id}/erase/`;
  const body = { student_id, redact_notes: true };
  expect((await marking.school.call('admin', 'POST', path, body)).status).toBe(200);
};
const close = async () => {
  const body = { class_schedule: marking.mon9, date: monday };
  return (await marking.school.call('teacher', 'POST', 'attendance/close-roll/', body)).body;
};

describe('an erased student on rolls (R-ENROL-7, R-ROLL-11)', () => {
  it('stays on that of today with a mark alone, so that closing leaves no student without one', async () => {
    const before = await statusesOn(lastMonday);
    await marking.tap('S1');
    await marking.school.database
      .updateTable('enrolment')
      .set({ enrolled_to: '2026-03-09' })
      .where('student_id', '=', await marking.school.studentId('S3'))
      .where('class_schedule_id', '=', marking.mon9)
      .execute();
    for (const student of ['S1', 'S2', 'S3']) await erase(student);
    expect(await statusesOn(monday)).toEqual(['N/A', 'Present']);
    expect((await close()).students).toHaveLength(1);
    expect(await statusesOn(monday)).toEqual(['Absent', 'Present']);
    expect(await statusesOn(lastMonday)).toEqual(before);
  });
});
