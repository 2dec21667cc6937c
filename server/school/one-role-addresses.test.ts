import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uploadStudents } from '#server/test/student-upload.ts';
import { callWith, makeAccessToken } from '#server/test/access-token.ts';
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

describe('an address of one person who is staff and student (R-ME-7)', () => {
  const confirmed = { confirm_same_person: true };
  const asks = { confirm_same_person: [expect.stringContaining('one person')] };
  const mailsOf = async () => {
    const { rows } = await sql<{ mail: string }>`
      select student_mail as mail from student where lower(student_mail) = ${tess}`.execute(
      school.database,
    );
    return rows.length;
  };

  it('is given by the form once it is confirmed: to a new student and to a present one', async () => {
    const refused = await call('POST', 'students/create', newStudent(tess));
    expect(refused).toMatchObject({ status: 400, body: { ...ofStaff.body, ...asks } });
    const no = { ...newStudent(tess), confirm_same_person: false };
    expect(await call('POST', 'students/create', no)).toMatchObject(ofStaff);
    const theo = { student_mail: 'theo@school.example' };
    expect(await call('PATCH', `students/${student}`, theo)).toMatchObject(ofStaff);
    expect(await mailsOf()).toBe(0);

    const added = await call('POST', 'students/create', { ...newStudent(tess), ...confirmed });
    expect(added).toMatchObject({ status: 201, body: { student_mail: tess } });
    const changed = await call('PATCH', `students/${student}`, { ...theo, ...confirmed });
    expect(changed).toMatchObject({ status: 200, body: theo });
  });

  it('and to a teacher, the other way round', async () => {
    const mail = 's1@school.example';
    await call('PATCH', `students/${student}`, { student_mail: mail });
    const refused = await call('POST', 'teachers/create', newTeacher(mail));
    expect(refused).toMatchObject({ status: 400, body: { ...ofStudent.body, ...asks } });
    const added = await call('POST', 'teachers/create', { ...newTeacher(mail), ...confirmed });
    expect(added.status).toBe(201);
    await call('POST', 'students/create', newStudent('una@school.example'));
    const { rows } = await sql<{ id: number }>`
      select id from teacher where email = 'theo@school.example'`.execute(school.database);
    const patch = { email: 'una@school.example' };
    const path = `teachers/${rows[0]!.id}`;
    expect(await call('PATCH', path, patch)).toMatchObject(ofStudent);
    expect((await call('PATCH', path, { ...patch, ...confirmed })).status).toBe(200);
  });

  it('is confirmed by a user with the right to edit teachers, and never about oneself', async () => {
    const { token } = await makeAccessToken(school, ['Students:add', 'Students:edit']);
    const path = 'attendance/students/create/';
    const given = { ...newStudent(tess), ...confirmed };
    expect((await callWith(school, token, 'POST', path, given)).status).toBe(403);
    const unasked = await callWith(school, token, 'POST', path, newStudent(tess));
    expect(unasked).toMatchObject(ofStaff);
    expect(unasked.body).not.toHaveProperty('confirm_same_person');
    const own = { ...newStudent('leo@school.example'), ...confirmed };
    expect((await call('POST', 'students/create', own)).status).toBe(403);
    expect(await mailsOf()).toBe(0);
  });

  it('names a confirmation that is none', async () => {
    const body = { ...newStudent(tess), confirm_same_person: 'yes' };
    expect(await call('POST', 'students/create', body)).toMatchObject({
      status: 400,
      body: { confirm_same_person: ['must be true or false'] },
    });
  });

  it('is not restored: the student stays archived', async () => {
    await call('PATCH', `students/${student}`, { student_mail: tess, ...confirmed });
    await call('POST', 'students/create', { archive: 'ids', ids: [student] });
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
