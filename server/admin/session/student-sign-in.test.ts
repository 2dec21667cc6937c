import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ env: { STUDENT_SIGN_IN: 'true' } });
});
afterAll(() => school.close());
let round = 0;
afterEach(() => {
  // A user is cached for some seconds: each test has sessions of its own.
  round++;
});

async function details(email: string, { subject = email, ...claims }: Record<string, string> = {}) {
  const token = await school.issuer.token(
    { email, name: 'Somebody', sid: `${subject} ${round}`, ...claims },
    { subject },
  );
  const authorization = `Bearer ${token}`;
  return school.call('anonymous', 'GET', 'user/details/', undefined, { authorization });
}

describe('a student signs in (R-ME-1)', () => {
  it('with the role student, their own name, and no permission but their own attendance', async () => {
    expect((await details('S3@School.Example')).body).toMatchObject({
      email: 's3@school.example',
      name: 'Cai Østby',
      user_role: ['student'],
      teacher_id: null,
      permissions: { 'My Attendance': ['read', 'add'] },
    });
  });

  it('not where the institute has not switched it on', async () => {
    const off = await createTestSchool();
    expect((await off.call('student', 'GET', 'user/details/')).status).toBe(403);
    expect((await off.call('student', 'GET', 'attendance/my-attendance/')).status).toBe(403);
    await off.close();
  });

  it('not by an address that two active students have, nor by that of an archived one', async () => {
    const change = (text: ReturnType<typeof sql>) => text.execute(school.database);
    await change(
      sql`update student set student_mail = 'S4@school.example' where student_id = 'S5'`,
    );
    expect((await details('s4@school.example')).status).toBe(403);
    await change(sql`update student set archived_at = now() where student_id = 'S5'`);
    round++;
    expect((await details('s4@school.example')).body.name).toBe('Dana Zimmer');
    await change(sql`update student set archived_at = now() where student_id = 'S4'`);
    round++;
    expect((await details('s4@school.example')).status).toBe(403);
    await change(sql`update student set archived_at = null where student_id in ('S4', 'S5')`);
    await change(sql`update student set student_mail = null where student_id = 'S5'`);
  });

  it('not with an address that the provider has not verified', async () => {
    const token = await school.issuer.token({ email: 's4@school.example', email_verified: false });
    const { status, body } = await school.call('anonymous', 'GET', 'user/details/', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect({ status, body }).toMatchObject({
      status: 401,
      body: { detail: expect.stringContaining('not verified') },
    });
  });

  it('not with a token or a stored role that says student', async () => {
    await sql`
      insert into app_user (email, name, roles) values ('x@school.example', 'X', '{student}')`.execute(
      school.database,
    );
    expect((await details('x@school.example')).status).toBe(403);
  });

  it('once bound, another account with the address is refused until an admin releases it', async () => {
    expect((await details('s1@school.example', { subject: 'anna-1' })).status).toBe(200);
    expect((await details('s1@school.example', { subject: 'stranger' })).status).toBe(403);
    const { body } = await school.call('admin', 'GET', 'attendance/sign-in-blocks/');
    expect(body.results[0]).toMatchObject({ email: 's1@school.example', role: 'student' });
    const { body: log } = await school.call('admin', 'GET', 'attendance/audit/?kind=refusal');
    expect(log.results[0]).toMatchObject({ actor: 's1@school.example' });
    const path = `attendance/sign-in-blocks/${body.results[0].id}/release/`;
    expect((await school.call('admin', 'POST', path)).status).toBe(200);
    round++;
    expect((await details('s1@school.example', { subject: 'stranger' })).status).toBe(200);
    expect((await details('s1@school.example', { subject: 'anna-1' })).status).toBe(403);
  });

  it('who teaches as well keeps the role teacher, and has their own attendance besides', async () => {
    await sql`
      update student set student_mail = 'theo@school.example' where student_id = 'S5'`.execute(
      school.database,
    );
    const { body } = await details('theo@school.example');
    expect(body).toMatchObject({
      user_role: ['teacher', 'student'],
      permissions: { Attendance: expect.any(Array), 'My Attendance': ['read', 'add'] },
    });
    const { rows } = await sql`
      select from app_user where email = 'theo@school.example' and own_student_id is not null`.execute(
      school.database,
    );
    expect(rows).toEqual([]);
  });
});
