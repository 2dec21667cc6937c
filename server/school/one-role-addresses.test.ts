import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const tess = 'tess@school.example';
let school: TestSchool;
let student = 0;
beforeEach(async () => {
  school = await createTestSchool();
  student = await school.studentId('S1');
});
afterEach(() => school.close());

const call = (method: 'POST' | 'PATCH', path: string, body: object, caller: Caller = 'account') =>
  school.call(caller, method, `attendance/${path}/`, body);
const person = (more: object) => ({ first_name: 'Una', last_name: 'Vale', ...more });
const newStudent = (student_mail?: string, student_id = 'S90') =>
  person({ student_id, phone_number: '1', date_of_birth: '2005-01-02', student_mail });
const newTeacher = (email: string) => person({ email, phone: '1' });
const ofStaff = {
  status: 400,
  body: { student_mail: ['is the address of a member of staff'] },
};
const ofStudent = { status: 400, body: { email: ['is the address of a student'] } };

describe('the address of a member of staff (R-ME-7)', () => {
  it.each([tess, 'TESS@school.example', 'ada@school.example', 'theo@school.example'])(
    '%s is given to no student: neither a new nor a present one',
    async (mail) => {
      const caller = mail.startsWith('ada') ? 'account' : 'admin';
      expect(await call('POST', 'students/create', newStudent(mail), caller)).toMatchObject(
        ofStaff,
      );
      const changed = await call('PATCH', `students/${student}`, { student_mail: mail }, caller);
      expect(changed).toMatchObject(ofStaff);
      const mails =
        await sql`select from student where lower(student_mail) = lower(${mail})`.execute(
          school.database,
        );
      expect(mails.rows).toEqual([]);
    },
  );

  it('stays with a student who has it already, whose other fields change', async () => {
    await sql`update student set student_mail = ${tess} where id = ${student}`.execute(
      school.database,
    );
    const changed = await call('PATCH', `students/${student}`, {
      student_mail: tess,
      phone_number: '2',
    });
    expect(changed.status).toBe(200);
  });

  it('makes a row of a file a bad one', async () => {
    const header = 'student_id,first_name,last_name,phone_number,date_of_birth,student_mail';
    const { body } = await uploadStudents(
      school,
      `${header}\nS91,Bo,Li,1,2005-01-02,${tess}\nS92,Cy,Li,1,2005-01-02,leo@school.example\n`,
      '?mode=valid',
    );
    expect(body.fail).toEqual(
      [2, 3].map((line) => ({
        line,
        column: 'student_mail',
        reason: 'is the address of a member of staff',
      })),
    );
  });

  it('keeps an archived student archived', async () => {
    await call('POST', 'students/create', { archive: 'ids', ids: [student] });
    await sql`update student set student_mail = ${tess} where id = ${student}`.execute(
      school.database,
    );
    const restored = await call('POST', 'students/create', { restore: 'ids', ids: [student] });
    expect(restored).toMatchObject({ status: 400, body: { ids: [expect.any(String)] } });
  });
});

describe('the address of a student (R-ME-7)', () => {
  it('is given to no teacher: neither a new nor a present one', async () => {
    const { rows } = await sql<{ mail: string; teacher: number }>`
      select student_mail as mail, (select min(id) from teacher where email <> ${tess}) as teacher
      from student where id = ${student}`.execute(school.database);
    const [{ mail, teacher } = { mail: '', teacher: 0 }] = rows;
    expect(await call('POST', 'teachers/create', newTeacher(mail))).toMatchObject(ofStudent);
    expect(await call('PATCH', `teachers/${teacher}`, { email: mail })).toMatchObject(ofStudent);
  });

  it('has one of two who are added with it at once', async () => {
    for (const at of [1, 2, 3, 4, 5]) {
      const mail = `both${at}@school.example`;
      const answers = await Promise.all([
        call('POST', 'students/create', newStudent(mail, `S8${at}`)),
        call('POST', 'teachers/create', newTeacher(mail)),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    }
  });
});
