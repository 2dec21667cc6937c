import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { create, createMarking, type Marking } from '#server/test/marking.ts';
import { createTestSchool } from '#server/test/test-school.ts';
import { header, uploadStudents } from '#server/test/student-upload.ts';

/** Zero-width space, soft hyphen, byte order mark, no-break space, digits of full width, a mark of direction. */
const variants = [
  'S2\u200b60',
  'S2\u00ad60',
  'S2\ufeff60',
  'S2\u00a060',
  'S\uff12\uff160',
  'S2\u202e60',
  'S2\t60',
];
const message = 'must not contain invisible or full-width characters';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
const send = (method: 'POST' | 'PATCH', path: string, body: unknown) =>
  marking.school.call('account', method, `attendance/${path}`, body);

const student = {
  student_id: 'S900',
  first_name: 'New',
  last_name: 'Student',
  phone_number: '1',
  date_of_birth: '2004-01-01',
};

describe('what tells things apart (R-KEY-1)', () => {
  it.each(variants)('%j is refused at its field, as ID and as card', async (key) => {
    for (const field of ['student_id', 'rfid_number']) {
      const answer = await send('POST', 'students/create/', { ...student, [field]: key });
      expect(answer).toMatchObject({ status: 400, body: { [field]: [message] } });
      const id = await marking.school.studentId('S1');
      const changed = await send('PATCH', `students/${id}/`, { [field]: key });
      expect(changed).toMatchObject({ status: 400, body: { [field]: [message] } });
    }
    const { body } = await uploadStudents(
      marking.school,
      `${header}\n${key},A,B,1,2005-01-02,${key}\n`,
    );
    expect(body.fail).toEqual([
      { line: 2, column: 'student_id', reason: message },
      { line: 2, column: 'rfid_number', reason: message },
    ]);
    const address = await send('POST', 'students/create/', {
      ...student,
      student_mail: `${key}@school.example`,
    });
    expect([address.status, Object.keys(address.body)]).toEqual([400, ['student_mail']]);
  });

  it.each([
    ['courses', { name: 'Sci\u200bence' }, 'name'],
    [
      'specializations',
      { specialization: 'Art', specialization_code: 'A\uff11' },
      'specialization_code',
    ],
    ['classroom', { room_number: 'R\u200d1', capacity: 3 }, 'room_number'],
    ['cohort', { name: 'A\u2060', year: 2026, assigned_class_schedules: [] }, 'name'],
    ['payrolls', { paycode: 'T\u00ad1', amount: 3, paycode_type: 'tutorial_regular' }, 'paycode'],
  ])('a %s likewise', async (path, body, field) => {
    const answer = await send('POST', `${path}/create/`, body);
    expect([answer.status, answer.body[field]?.[0]]).toEqual([
      400,
      expect.stringMatching(/^must not contain invisible/),
    ]);
  });

  it('has no line break, and makes no address of an ID that is none in one', async () => {
    const broken = await send('POST', 'students/create/', { ...student, student_id: 'S9\n1' });
    expect(broken).toMatchObject({ status: 400, body: { student_id: [message] } });
    const school = await createTestSchool({ env: { STUDENT_MAIL_DOMAIN: 'students.example' } });
    for (const [student_id, mail] of [
      ['S 9', null],
      ['S9', 's9@students.example'],
    ]) {
      const path = 'attendance/students/create/';
      const made = await school.call('admin', 'POST', path, { ...student, student_id });
      expect(made).toMatchObject({ status: 201, body: { student_mail: mail } });
    }
    await school.close();
  });

  it('is stored with composed letters, however it was typed', async () => {
    const one = await send('POST', 'courses/create/', { name: 'Ma\u0302che' });
    expect(one.body.name).toBe('M\u00e2che');
    expect((await send('POST', 'courses/create/', { name: 'M\u00e2che' })).status).toBe(400);
  });

  it('is found by a tap with what a reader or a page had added to it', async () => {
    for (const key of ['\u200bS1', '1000\u200b001', '\uff11000001', 's\uff11'])
      expect((await marking.tap(key)).body).toMatchObject({ student_id: 'S1' });
    expect((await marking.tap('\u200b')).status).toBe(400);
  });

  it('is no card of one student and ID of another, in any case', async () => {
    const refused = { rfid_number: ['must not be the student ID of another student'] };
    const id = await marking.school.studentId('S2');
    expect(await send('PATCH', `students/${id}/`, { rfid_number: 's1' })).toMatchObject({
      status: 400,
      body: refused,
    });
    expect((await send('PATCH', `students/${id}/`, { rfid_number: 's2' })).status).toBe(200);
    const file = `${header}\nS2,A,B,1,2005-01-02,s1\n`;
    expect((await uploadStudents(marking.school, file)).body.fail).toEqual([
      { line: 2, column: 'rfid_number', reason: 's1 is the student id of another student' },
    ]);
    expect((await send('PATCH', `students/${id}/`, { rfid_number: 'x77' })).status).toBe(200);
    const taken = await send('POST', 'students/create/', { ...student, student_id: 'X77' });
    expect(taken).toMatchObject({ status: 400, body: refused });
  });

  it('of a student from before the rule stays as it is, and is tapped as it is', async () => {
    const { school } = marking;
    const id = await school.studentId('S3');
    await school.pool.query('update student set student_id = $1 where id = $2', ['S\u200b3', id]);
    expect((await send('PATCH', `students/${id}/`, { first_name: 'Same' })).status).toBe(200);
    const tapped = await school.call('teacher', 'POST', create, {
      rfid_number: 'S\u200b3',
      class_schedule: marking.mon9,
    });
    expect(tapped.body).toMatchObject({ student: id });
    const { body } = await uploadStudents(school, `${header}\nS3,A,B,1,2005-01-02,\n`);
    expect(body.fail[0].reason).toBe('is S\u200b3 without its invisible or full-width characters');
  });
});
