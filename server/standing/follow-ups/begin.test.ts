import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAdvising, type Advising } from '#server/test/advising.ts';

let school: Advising['school'];
let follow: Advising['follow'];
let owners: Advising['owners'];
let subject: Advising['subject'];
let call: Advising['call'];
let begin: Advising['begin'];
let begun: Advising['begun'];
let list: Advising['list'];
let mark: Advising['mark'];
let lines: Advising['lines'];
let addRule: Advising['addRule'];
beforeEach(async () => {
  ({ school, follow, owners, subject, call, begin, begun, list, mark, lines, addRule } =
    await createAdvising());
});
afterEach(() => school.close());

describe('a follow-up (R-FOLLOW-1)', () => {
  it('is begun from a new entry, which it accepts, with the rate and the absences of then', async () => {
    await mark('S1', 'PAAA-');
    await addRule(80);
    await follow();
    const [line] = await lines();
    expect(line).toMatchObject({ state: 'open', follow_up: null });
    const followUp = await begun('S1', { semester_id: line!.semester_id });
    expect(followUp).toMatchObject({
      student: { student_id: 'S1' },
      subject: { subject_code: 'MAT1' },
      semester: { id: line!.semester_id, semester: 1, year: 2026 },
      owner: { id: owners.ada, name: 'admin' },
      due_on: '2026-04-06',
      is_overdue: false,
      rate_then: '25%',
      rate_now: '25%',
      rate_change: 0,
      absences_since: 0,
      last_step: null,
      closed: null,
      steps: [],
    });
    expect((await lines())[0]).toMatchObject({
      state: 'accepted',
      decided: { by: 'admin' },
      follow_up: { id: followUp.id, owner: { name: 'admin' }, rate_then: '25%' },
    });
    await mark('S1', '----P');
    await follow();
    expect((await lines())[0]!.follow_up).toMatchObject({ rate_change: 15, absences_since: 0 });
    school.at('2026-04-13T20:00:00+10:00');
    await mark('S1', 'A', ['2026-04-13']);
    await follow();
    expect((await call('admin', 'GET', `follow-ups/${followUp.id}/`)).body).toMatchObject({
      rate_then: '25%',
      rate_now: '33%',
      rate_change: 8.3,
      absences_since: 1,
      is_overdue: true,
    });
  });

  it('is begun without an entry, over all subjects, and from one by hand', async () => {
    const all = await begun('S4', { subject: null });
    expect(all).toMatchObject({ subject: null, rate_then: '–', rate_change: null });
    expect(await begin('S4')).toMatchObject({
      status: 400,
      body: { subject: ['the student has no class of this subject'] },
    });
    const student = await school.studentId('S4');
    await call('admin', 'POST', 'redlistedstudents/', {
      student,
      subject,
      attendance_percentage: 70,
    });
    const ofHand = await begun('S4');
    expect((await lines())[0]).toMatchObject({
      state: 'by hand',
      follow_up: { id: ofHand.id, rate_then: '–' },
    });
  });

  it('is one for each student and subject, also when two begin at once', async () => {
    const both = await Promise.all([begin('S1'), begin('S1'), begin('S1')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await begin('S2')).status).toBe(201);
    expect((await begin('S1', { subject: null })).status).toBe(201);
  });

  it.each([
    [{ student: 999_999 }, 'student'],
    [{ subject: 999_999 }, 'subject'],
    [{ semester_id: 999_999 }, 'semester_id'],
    [{ owner_id: 999_999 }, 'owner_id'],
    [{ owner_id: null }, 'owner_id'],
    [{ due_on: '2026-03-29' }, 'due_on'],
    [{ due_on: '2027-04-02' }, 'due_on'],
    [{ due_on: 'soon' }, 'due_on'],
  ])('%j is refused', async (more, field) => {
    expect(await begin('S1', more)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
  });

  it('is owned by active users who may read the red list', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into app_user (email, name) values ('nora@school.example', 'Nora') returning id`.execute(
      school.database,
    );
    const refused = { status: 400, body: { owner_id: [expect.stringContaining('may not read')] } };
    expect(await begin('S1', { owner_id: rows[0]!.id })).toMatchObject(refused);
    const names = async () =>
      (await call('admin', 'GET', 'follow-up-owners/')).body.results.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names()).toEqual(['account', 'admin', 'Tess Teacher', 'Theo Tutor']);
    await sql`update teacher set archived_at = now() where email like 'theo%'`.execute(
      school.database,
    );
    expect(await names()).not.toContain('Theo Tutor');
    expect(await begin('S1', { owner_id: owners.theo })).toMatchObject(refused);
    // The identity provider alone knows this role, until half a year after the last sign-in.
    const token = await school.issuer.token({
      email: 'nora@school.example',
      name: 'Nora',
      roles: ['admin'],
    });
    const headers = { authorization: `Bearer ${token}` };
    await school.call('anonymous', 'GET', 'user/details/', undefined, headers);
    expect(await names()).toContain('Nora');
    school.at('2026-11-30T20:00:00+11:00');
    expect(await names()).not.toContain('Nora');
  });

  it('is not begun about oneself, nor owned by the student', async () => {
    await sql`update student set student_mail = 'Ada@school.example' where student_id = 'S1'`.execute(
      school.database,
    );
    expect((await begin('S1')).status).toBe(403);
    expect(await begin('S1', {}, 'account')).toMatchObject({
      status: 400,
      body: { owner_id: ['is the student themselves'] },
    });
    expect((await begin('S1', { owner_id: owners.leo }, 'account')).status).toBe(201);
    expect(await list('of=all')).toEqual([]);
    expect(await list('of=all', 'account')).toHaveLength(1);
  });
});
