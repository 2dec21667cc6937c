import { describe, expect, it } from 'vitest';
import {
  expectWritten,
  smallAnswers,
  smallRoster,
  user,
  rosterTests,
  withRoles,
} from '#server/test/roster.ts';

const { rosters, school } = rosterTests();

type Row = Record<string, string>;
const guardian = (id: string, name: string, more: Row = {}): Row => ({
  ...user(id, 'parent', name, 'Quist', name.toLowerCase()),
  phone: '+61 400 1',
  ...more,
});
/** The small file with more users; `agents` of those that it has. */
const withUsers = (more: Row[], agents: Row = {}): { users: Row[] } => ({
  ...smallRoster,
  users: [
    ...smallRoster.users.map((row) => ({
      ...row,
      agentSourcedIds: agents[row.sourcedId ?? ''] ?? '',
    })),
    ...more,
  ],
});
/** Pia and Rex have one mother, Pia has a grandfather. */
const family = (change: Row = {}) =>
  withUsers(
    [
      guardian('U-G1', 'Mia', { agentSourcedIds: 'U-S2', ...change }),
      guardian('U-G2', 'Otto', { role: 'relative', email: '', phone: '', sms: '+61 400 2' }),
    ],
    { 'U-S1': 'U-G1, U-G2' },
  );
const stored = () =>
  rosters.rows(`select s.student_id as student, g.name, g.relation, g.email, g.phone
    from guardian g join student s on s.id = g.student_id order by 1, 2`);
const mia = (student: string) => ({
  student,
  name: 'Mia Quist',
  relation: 'Parent',
  email: 'mia@high.example',
  phone: '+61 400 1',
});
const otto = {
  student: 'P1',
  name: 'Otto Quist',
  relation: 'Relative',
  email: null,
  phone: '+61 400 2',
};
const skipped = (report: Awaited<ReturnType<typeof rosters.import>>) =>
  report.problems
    .filter(({ level }) => level === 'skipped')
    .map(({ line, column, reason }) => [line, column, reason]);
const undo = async (operation: number | null) =>
  (await school().call('account', 'POST', `attendance/bulk-operations/${operation}/undo/`, {}))
    .body;

describe('guardians of a file (R-ROSTER-11)', () => {
  it('are those of students, by the agents of either; they get no messages, and are found again', async () => {
    const report = await rosters.import(family(), smallAnswers);
    expectWritten(report);
    expect(rosters.counts(report).guardian).toEqual({ created: 3 });
    expect(await stored()).toEqual([mia('P1'), otto, mia('P2')]);
    expect(await rosters.rows('select from guardian where gets_messages')).toEqual([]);
    const again = await rosters.import(family());
    expectWritten(again);
    expect(again.operation).toBeNull();
    expect(rosters.counts(again).guardian).toEqual({ unchanged: 3 });
  });

  it('have roles of their own in 1.2; a teacher may be one', async () => {
    const { users } = withUsers([guardian('U-G1', 'Mia')], { 'U-S1': 'U-G1,U-T1' });
    const rows = {
      ...smallRoster,
      ...withRoles(users, [{ sourcedId: 'U-T1', role: 'guardian' }]),
    };
    expectWritten(await rosters.import(rows, smallAnswers, { version: '1.2' }));
    expect(await stored()).toEqual([
      mia('P1'),
      {
        student: 'P1',
        name: 'Tara Ng',
        relation: 'Guardian',
        email: 'tara@high.example',
        phone: null,
      },
    ]);
  });

  it('follow the file, but for what was entered here, which is named', async () => {
    expectWritten(await rosters.import(family(), smallAnswers));
    await rosters.rows(`update guardian g set email = 'mia@work.example', gets_messages = true
      from student s where s.id = g.student_id and s.student_id = 'P2'`);
    const change = { phone: '+61 400 9', email: 'mia@home.example', familyName: 'Quist-Rey' };
    const report = await rosters.import(family(change));
    expectWritten(report);
    expect(rosters.counts(report).guardian).toEqual({ updated: 2, unchanged: 1 });
    const changed = { ...mia('P1'), name: 'Mia Quist-Rey', phone: '+61 400 9' };
    expect(await stored()).toEqual([
      { ...changed, email: 'mia@home.example' },
      otto,
      { ...changed, student: 'P2', email: 'mia@work.example' },
    ]);
    expect(report.problems).toContainEqual({
      file: 'users.csv',
      line: 7,
      column: 'email',
      reason: 'is the guardian Mia Quist of P2 here, whose e-mail was entered here and stays',
      level: 'note',
    });
    expect((await rosters.import(family(change))).operation).toBeNull();
    expect(await undo(report.operation)).toMatchObject({ refused: 0 });
    expect(await stored()).toEqual([mia('P1'), otto, { ...mia('P2'), email: 'mia@work.example' }]);
  });

  it('who are here already are linked by name, and lose nothing', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    await rosters.rows(`insert into guardian (student_id, name, relation, phone, created_at)
      select id, 'MIA Quist', 'Mother', '+61 2', now() from student where student_id = 'P1'`);
    const report = await rosters.import(family());
    expectWritten(report);
    expect(rosters.counts(report).guardian).toEqual({ created: 2, updated: 1 });
    expect(await stored()).toContainEqual({
      student: 'P1',
      name: 'MIA Quist',
      relation: 'Mother',
      email: 'mia@high.example',
      phone: '+61 2',
    });
    expect(report.problems).toContainEqual(expect.objectContaining({ line: 7, column: 'phone' }));
  });

  it('do not come back once somebody has deleted them here', async () => {
    expectWritten(await rosters.import(family(), smallAnswers));
    const [{ id } = { id: 0 }] = await rosters.rows(
      `select id from guardian where name like 'Otto%'`,
    );
    const { status } = await school().call(
      'admin',
      'DELETE',
      `attendance/guardians/${Number(id)}/`,
    );
    expect(status).toBe(204);
    const report = await rosters.import(family());
    expect(skipped(report)).toEqual([
      [8, 'sourcedId', 'was deleted as a guardian of P1 here, and is not added again'],
    ]);
    expect(await stored()).toEqual([mia('P1'), mia('P2')]);
    expect(
      await rosters.rows(`select name_print, phone_print from external_guardian
        where sourced_id = 'U-G2'`),
    ).toEqual([{ name_print: null, phone_print: null }]);
  });

  it('are deleted when the file marks them as gone, and come back by an undo', async () => {
    const first = await rosters.import(family(), smallAnswers);
    expectWritten(first);
    const report = await rosters.import(family({ status: 'tobedeleted' }));
    expectWritten(report);
    expect(rosters.counts(report).guardian).toEqual({ archived: 2, unchanged: 1 });
    expect(await stored()).toEqual([otto]);
    expect(await undo(report.operation)).toMatchObject({ refused: 0 });
    expect(await stored()).toEqual([mia('P1'), otto, mia('P2')]);
    expect((await rosters.import(family())).operation).toBeNull();
    expect(await undo(first.operation)).toMatchObject({ refused: 0 });
    expect(await stored()).toEqual([]);
    expect(await rosters.rows('select from external_guardian')).toEqual([]);
  });

  it('who are missing stay as they are, and are named', async () => {
    expectWritten(await rosters.import(family(), smallAnswers));
    const report = await rosters.import(family({ agentSourcedIds: '' }));
    expectWritten(report);
    expect(report.problems.map(({ reason }) => reason)).toContain(
      '1 guardians of earlier files are not in this one, or of other students, and stay as they are: Mia Quist',
    );
    expect(await stored()).toHaveLength(3);
  });

  it('are left out where they cannot be used, each with its line', async () => {
    const many = Array.from({ length: 11 }, (_, at) => guardian(`U-M${at}`, `Many${at}`));
    const rows = withUsers(
      [
        guardian('U-G1', 'Mia', { email: '', phone: '' }),
        guardian('U-G2', 'Nia', { email: 'nia' }),
        guardian('U-G3', 'Pam'),
        user('U-S8', 'student', 'Long', 'Number', 'long', 'ABCDEFGHIJKLM'),
        guardian('U-G4', 'Sue', { agentSourcedIds: 'U-S8' }),
        ...many,
      ],
      { 'U-S1': 'U-G1,U-G2,U-NONE', 'U-S2': many.map(({ sourcedId }) => sourcedId).join() },
    );
    const report = await rosters.import(rows, smallAnswers);
    expectWritten(report);
    expect(skipped(report)).toEqual(
      expect.arrayContaining([
        [4, 'agentSourcedIds', 'U-NONE is no user of this file, or of another school'],
        [7, 'email', 'has neither e-mail nor phone'],
        [8, 'email', 'must be an e-mail address'],
        [9, 'agentSourcedIds', 'is linked to no student of this file'],
        [11, 'agentSourcedIds', 'the student U-S8 was not imported'],
        [22, 'agentSourcedIds', 'A student has at most 10 guardians.'],
      ]),
    );
    expect(rosters.counts(report).guardian).toEqual({ created: 10, skipped: 5 });
    expect(rosters.counts(report).student).toEqual({ created: 3, skipped: 1 });
  });

  it('belong to a school by their students, also with another school of their own', async () => {
    const rows = {
      ...family({ orgSourcedIds: 'X' }),
      orgs: [...smallRoster.orgs, { sourcedId: 'X', name: 'Other', type: 'school' }],
    };
    const report = await rosters.import(rows, { ...smallAnswers, schools: 'H' });
    expectWritten(report);
    expect(await stored()).toEqual([mia('P1'), otto, mia('P2')]);
  });

  it('of the student who the user is are changed by somebody else (R-ME-5)', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    const [{ id } = { id: 0 }] = await rosters.rows(`insert into app_user (email, name, roles)
      values ('pia@high.example', 'Pia', '{admin}') returning id`);
    const by = {
      user: Number(id),
      email: 'pia@high.example',
      role: 'admin',
      now: '2026-03-01T22:00:00Z',
    };
    const report = await rosters.import(family(), {}, { by });
    expectWritten(report);
    expect(await stored()).toEqual([mia('P2')]);
    expect(skipped(report)).toContainEqual([7, 'agentSourcedIds', expect.stringContaining('you')]);
  });
});
