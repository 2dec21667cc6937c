import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { checkRoster } from '#server/test/roster-checker.ts';
import {
  rosterTests,
  expectWritten,
  problemLines,
  smallAnswers,
  smallRoster,
  user,
  withRoles,
} from '#server/test/roster.ts';
import { exportRoster } from './export.ts';

const { rosters, school } = rosterTests('each test', {});

/** An export as a file, and its files as texts. */
async function exported(): Promise<{ path: string; texts: Map<string, string> }> {
  const path = join(rosters.folder, `export-${Math.random()}.zip`);
  const { connection, database } = school();
  const archive = await exportRoster({
    connection,
    database,
    title: 'Institute',
    today: '2026-03-02',
    now: '2026-03-01T22:00:00Z',
  });
  await pipeline(archive, createWriteStream(path));
  const zip = await openPromise(path, { autoClose: false });
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    texts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  zip.close();
  return { path, texts };
}
const rowsOf = (texts: Map<string, string>, file: string) =>
  parse(texts.get(`${file}.csv`) ?? '', { columns: true }) as Record<string, string>[];

// The institute has semesters of the same names.
const answers = { ...smallAnswers, 'link:semesters': 'yes' };
const times = [{ classSourcedId: 'K-ALG', weekday: '2', start: '09:00', end: '10:00', room: 'R1' }];
const unchanged = (counts: Record<string, object>) =>
  Object.entries(counts).flatMap(([table, of]) =>
    Object.keys(of).some((name) => name !== 'unchanged') ? [{ table, of }] : [],
  );

describe('an export as OneRoster 1.2 (R-ROSTER-10)', () => {
  it('has the columns, values and references of the format, also after an import', async () => {
    expect(checkRoster((await exported()).texts)).toEqual([]);
    expectWritten(await rosters.import({ ...smallRoster, times }, answers));
    const { texts } = await exported();
    expect(checkRoster(texts)).toEqual([]);
    expect([...texts.keys()]).toEqual([
      'manifest.csv',
      'orgs.csv',
      'academicSessions.csv',
      'courses.csv',
      'classes.csv',
      'users.csv',
      'roles.csv',
      'enrollments.csv',
      'demographics.csv',
    ]);
  });

  it('is the same every time, and changes nothing when it comes back', async () => {
    const first = await exported();
    const dry = await rosters.importFile(first.path, { dryRun: true });
    expect(dry.problems).toEqual([]);
    expect(unchanged(rosters.counts(dry))).toEqual([]);
    const report = await rosters.importFile(first.path);
    expectWritten(report);
    expect(rosters.counts(report)).toMatchObject({
      student: { unchanged: 5 },
      class_schedule: { unchanged: 5 },
      enrolment: { unchanged: 8 },
    });
    expect(unchanged(rosters.counts(report))).toEqual([]);
    expect((await exported()).texts).toEqual(first.texts);
  });

  it('names what another system has named as that system does, and members of classes with times once', async () => {
    expectWritten(await rosters.import({ ...smallRoster, times }, answers));
    await rosters.rows(`insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select s.id, x.class_schedule_id, '2026-02-02' from student s, external_id x
      where s.student_id = 'S3' and x.kind = 'class-time'`);
    const { path, texts } = await exported();
    const ids = (file: string) => rowsOf(texts, file).map(({ sourcedId }) => sourcedId);
    expect(ids('orgs')).toEqual(['H']);
    expect(ids('users')).toEqual(expect.arrayContaining(['U-T1', 'U-T2', 'U-S1', 'U-S2', 'U-S3']));
    expect(ids('classes')).toEqual(expect.arrayContaining(['K-ALG', 'K-HIS']));
    expect(ids('courses')).toEqual(expect.arrayContaining(['C-ALG', 'C-HIS']));
    expect(ids('enrollments')).toEqual(expect.arrayContaining(['E3', 'E4', 'E5', 'E6']));
    const inAlgebra = rowsOf(texts, 'enrollments').filter(
      ({ classSourcedId, role }) => classSourcedId === 'K-ALG' && role === 'student',
    );
    expect(inAlgebra).toHaveLength(3);
    expect(checkRoster(texts)).toEqual([]);
    const report = await rosters.importFile(path, { dryRun: true });
    expect(report.problems.filter(({ level }) => level !== 'note')).toEqual([]);
  });

  it('puts no student into two places when it comes back with further members (R-ENROL-2)', async () => {
    const { texts } = await exported();
    const userOf = (id: string) =>
      rowsOf(texts, 'users').find(({ identifier }) => identifier === id)?.sourcedId;
    const members = rowsOf(texts, 'enrollments');
    const [text = '', line] = [texts.get('enrollments.csv'), members.length + 2];
    const [eli, dana] = [userOf('S5'), userOf('S4')];
    // Eli is in the class at nine; Dana in one at the same time, and in the one at ten.
    const added = members
      .filter(({ userSourcedId }) => userSourcedId === dana)
      .map((row, number) => ({ ...row, sourcedId: `more-${number}`, userSourcedId: eli }));
    const rows = added.map((row) => Object.values(row).join(',')).join('\n');
    texts.set('enrollments.csv', `${text.trimEnd()}\n${rows}\n`);
    const report = await rosters.importFile(await rosters.inFolder(texts));
    expectWritten(report);
    expect(rosters.counts(report).enrolment).toMatchObject({ created: 1, skipped: 1 });
    expect(problemLines(report, 'skipped')).toEqual([
      expect.stringMatching(
        new RegExp(`^enrollments.csv:(${line}|${line + 1}) -: S5 is in MAT1 at the same time`),
      ),
    ]);
  });

  it('has a person who teaches and studies once, with both roles', async () => {
    const both = withRoles(smallRoster.users, [{ sourcedId: 'U-T1', role: 'student' }]);
    expectWritten(await rosters.import({ ...smallRoster, ...both }, answers, { version: '1.2' }));
    const { texts } = await exported();
    expect(checkRoster(texts)).toEqual([]);
    expect(
      rowsOf(texts, 'roles').filter(({ userSourcedId }) => userSourcedId === 'U-T1'),
    ).toHaveLength(2);
  });

  it('has guardians with their students, as the other system names them, and changes none of them', async () => {
    const agents: Record<string, string> = { 'U-S1': 'U-G1,U-T1', 'U-S2': 'U-G1' };
    const people = smallRoster.users.map((row) => ({
      ...row,
      agentSourcedIds: agents[row.sourcedId ?? ''] ?? '',
    }));
    const users = [...people, { ...user('U-G1', 'parent', 'Mia', 'Quist', 'mia'), phone: '+61 5' }];
    const rows = {
      ...smallRoster,
      ...withRoles(users, [{ sourcedId: 'U-T1', role: 'guardian' }]),
    };
    expectWritten(await rosters.import(rows, answers, { version: '1.2' }));
    await rosters.rows(`insert into guardian (student_id, name, relation, created_at)
      select id, 'Gus', 'Grandfather', now() from student where student_id = 'S1'`);
    const { path, texts } = await exported();
    expect(checkRoster(texts)).toEqual([]);
    const all = rowsOf(texts, 'users');
    expect(all.find(({ sourcedId }) => sourcedId === 'U-G1')).toMatchObject({
      givenName: 'Mia',
      familyName: 'Quist',
      phone: '+61 5',
      agentSourcedIds: 'U-S1,U-S2',
    });
    expect(all.find(({ sourcedId }) => sourcedId === 'U-S1')?.agentSourcedIds).toBe('U-G1,U-T1');
    expect(all.find(({ sourcedId }) => sourcedId === 'U-T1')?.agentSourcedIds).toBe('U-S1');
    const gus = all.find(({ givenName }) => givenName === 'Gus');
    expect(gus).toMatchObject({ familyName: '-', email: '' });
    const rolesOf = (id?: string) =>
      rowsOf(texts, 'roles')
        .filter(({ userSourcedId }) => userSourcedId === id)
        .map(({ role, roleType }) => [role, roleType]);
    expect([rolesOf('U-G1'), rolesOf('U-T1'), rolesOf(gus?.sourcedId)]).toEqual([
      [['parent', 'primary']],
      [
        ['guardian', 'secondary'],
        ['teacher', 'primary'],
      ],
      [['relative', 'primary']],
    ]);
    const report = await rosters.importFile(path);
    expectWritten(report);
    expect(rosters.counts(report).guardian).toEqual({ unchanged: 4 });
    expect(report.problems.filter(({ level }) => level === 'skipped')).toEqual([]);
  });

  it('leaves out who was erased or archived, and the phones of teachers', async () => {
    await rosters.rows(`update student set archived_at = now() where student_id = 'S5'`);
    await rosters.rows(`update teacher set phone = '555-0199'`);
    const { texts } = await exported();
    expect([...texts.values()].join()).not.toContain('Adams');
    expect([...texts.values()].join()).not.toContain('555-0199');
    expect(checkRoster(texts)).toEqual([]);
  });

  it('leaves texts as they are, since another system reads them', async () => {
    await rosters.rows(`update student set last_name = '=1+1' where student_id = 'S1'`);
    const { texts } = await exported();
    expect(rowsOf(texts, 'users').map(({ familyName }) => familyName)).toContain('=1+1');
  });

  it('is a file of the API for who may export students, and is recorded', async () => {
    const answer = await school().call('account', 'GET', 'attendance/oneroster-export/');
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="oneroster-2026-03-02.zip"',
    );
    expect((await school().call('teacher', 'GET', 'attendance/oneroster-export/')).status).toBe(
      403,
    );
    await expect
      .poll(() => rosters.rows(`select what from audit where kind = 'export'`))
      .toEqual([{ what: 'OneRoster files' }]);
  });
});

describe('the checker of the format', () => {
  const change = (texts: Map<string, string>, file: string, from: string | RegExp, to: string) => {
    const before = texts.get(file) ?? '';
    const after = before.replace(from, to);
    expect(after).not.toBe(before);
    return checkRoster(new Map([...texts, [file, after]]));
  };

  it('finds deliberate mistakes', async () => {
    const { texts } = await exported();
    const [user] = rowsOf(texts, 'users');
    const id = user?.sourcedId ?? '';
    expect(change(texts, 'users.csv', 'givenName', 'firstName')[0]).toMatch(/^users: columns/);
    expect(change(texts, 'users.csv', id, '')).toContain('users:1 sourcedId: is required');
    expect(change(texts, 'users.csv', ',true,', ',yes,')[0]).toContain('must be true or false');
    expect(change(texts, 'orgs.csv', ',school,', ',college,')[0]).toContain('orgs:1 type: must be');
    expect(change(texts, 'orgs.csv', /^(.*\n)(.*\n)/, '$1$2$2')).toContain(
      'orgs:2 sourcedId: occurs twice',
    );
    expect(change(texts, 'academicSessions.csv', /2026-\d\d-\d\d/, '2.2.2026')[0]).toContain(
      'must be a date',
    );
    expect(change(texts, 'academicSessions.csv', /2026-(\d\d-\d\d),/, '2029-$1,')).toContain(
      'academicSessions:1 endDate: is not after the first day',
    );
    expect(change(texts, 'enrollments.csv', /\n(.*?),/, '\n$1,active')[0]).toContain(
      'has to be empty in bulk',
    );
    expect(change(texts, 'manifest.csv', 'file.users,bulk', 'file.users,absent')).toContain(
      'manifest: file.users is absent',
    );
    const orphan = checkRoster(
      new Map([...texts, ['courses.csv', `${(texts.get('courses.csv') ?? '').split('\n')[0]}\n`]]),
    );
    expect(orphan.some((line) => /^classes:\d+ courseSourcedId: courses has no/.test(line))).toBe(
      true,
    );
  });
});
