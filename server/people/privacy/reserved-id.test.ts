import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  school.call('account', method, `attendance/${path}`, body);

describe('an ID that begins with ~', () => {
  const fields = {
    first_name: 'New',
    last_name: 'Student',
    phone_number: '1',
    date_of_birth: '2005-01-01',
  };

  it('is rejected by form and file', async () => {
    const refused = { status: 400, body: { student_id: ['must not begin with ~'] } };
    expect(await call('POST', 'students/create/', { student_id: '~174', ...fields })).toMatchObject(
      refused,
    );
    expect(
      await call('POST', 'students/create/', { student_id: ' ~174', ...fields }),
    ).toMatchObject(refused);
    const s2 = await school.studentId('S2');
    expect(await call('PATCH', `students/${s2}/`, { student_id: '~174' })).toMatchObject(refused);
  });

  it('from before this version stays, and prevents no erasure; neither does such a card', async () => {
    const [s2, s3, s4] = [
      await school.studentId('S2'),
      await school.studentId('S3'),
      await school.studentId('S4'),
    ];
    await sql`alter table student disable trigger student_id_stays_unreserved`.execute(
      school.database,
    );
    await sql`update student set student_id = ${`~${s2}`} where id = ${s4}`.execute(
      school.database,
    );
    await sql`alter table student enable trigger student_id_stays_unreserved`.execute(
      school.database,
    );
    await call('PATCH', `students/${s4}/`, { rfid_number: `~${s3}`, first_name: 'Dora' });
    expect((await call('GET', `students/${s4}/`)).body).toMatchObject({
      student_id: `~${s2}`,
      first_name: 'Dora',
      rfid_number: `~${s3}`,
    });
    for (const [student, code] of [
      [s2, 'S2'],
      [s3, 'S3'],
    ] as const) {
      const { status, body } = await call('POST', `student-details/${student}/erase/`, {
        student_id: code,
      });
      expect(status).toBe(200);
      expect(body.student_id).toMatch(/^~\w{1,9}$/);
      expect(body.student_id).not.toBe(`~${student}`);
    }
    expect(
      (await call('POST', `student-details/${s4}/erase/`, { student_id: `~${s2}` })).status,
    ).toBe(200);
  });
});
