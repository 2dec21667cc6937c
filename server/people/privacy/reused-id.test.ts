import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { sendFile } from '#server/test/upload.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  school.call('admin', method, `attendance/${path}`, body);
const upload = (row: string) => {
  const text = `student_id,first_name,last_name,phone_number,date_of_birth\n${row}\n`;
  return sendFile(
    school,
    'admin',
    'attendance/bulk-student-upload/',
    'file',
    Buffer.from(text),
    'a.csv',
  );
};

it('a file does not overwrite the current owner of an ID with the data of an erased student', async () => {
  expect(
    (
      await call('POST', `student-details/${await school.studentId('S1')}/erase/`, {
        student_id: 'S1',
      })
    ).status,
  ).toBe(200);
  const body = {
    student_id: 'S1',
    first_name: 'Uma',
    last_name: 'Q',
    phone_number: '1',
    date_of_birth: '2003-03-03',
  };
  const { id } = (await call('POST', 'students/create/', body)).body;
  const reason = 'the data of S1 were erased: the student who has the ID now is changed by hand';
  expect((await upload('S1,Anna,Ångström,1,2004-05-06')).body).toMatchObject({
    updated: 0,
    fail: [{ line: 2, column: 'student_id', reason }],
  });
  expect((await upload('S1,Uma,Q,2,2003-03-03')).body).toMatchObject({ updated: 1, fail: [] });
  expect((await call('GET', `students/${id}/`)).body).toMatchObject({
    first_name: 'Uma',
    phone_number: '2',
  });
});
