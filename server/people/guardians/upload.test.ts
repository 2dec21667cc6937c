import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uploadRowsOf } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { readText } from '#server/exchange/csv/read.ts';
import { runImport } from '#server/exchange/csv/run.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool();
});
afterEach(() => school.close());

const header = 'student_id,name,relation,email,phone,gets_messages,consent';
const upload = (text: string, query = '', caller: 'admin' | 'teacher' = 'admin') =>
  uploadRowsOf(school, 'guardian', text, { query, caller });
const stored = async () =>
  (
    await sql<Record<string, unknown>>`
      select s.student_id, gu.name, gu.relation, gu.email, gu.phone, gu.gets_messages,
        gu.consent_at is not null as consent, gu.created_by is not null as by_user
      from guardian gu join student s on s.id = gu.student_id order by gu.id`.execute(
      school.database,
    )
  ).rows;
const gus = 'S1,Gus Ångström,Father,Gus@home.example,+61 400 111111,yes,';

describe('a file of guardians (R-GUARD-3)', () => {
  it('is imported as a whole, changes only the columns that it has, and nothing a second time', async () => {
    const file = `${header}\n${gus}\nS2,Una,,,0400 222222,yes,yes\n`;
    expect((await upload(file)).body).toMatchObject({ created: 2, written: true, fail: [] });
    expect(await stored()).toMatchObject([
      { student_id: 'S1', relation: 'Father', gets_messages: true, consent: false, by_user: true },
      { student_id: 'S2', email: null, phone: '0400 222222', consent: true },
    ]);
    expect((await upload(file)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    const spelled = 'student_id,name\nS1,Gus Angstrom\n';
    expect((await upload(spelled)).body).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    const { body } = await upload('student_id,name,relation\nS1,GUS ÅNGSTRÖM,Uncle\n');
    expect(body).toMatchObject({
      updated: 1,
      changes: [{ line: 2, fields: [{ field: 'relation', from: 'Father', to: 'Uncle' }] }],
    });
    expect((await stored())[0]).toMatchObject({ relation: 'Uncle', gets_messages: true });
    const { body: log } = await school.call('admin', 'GET', 'attendance/audit/?limit=50');
    expect(JSON.stringify(log)).toContain('Guardians by file');
    expect(JSON.stringify(log)).not.toContain('home.example');
  });

  it('leaves what is here where a cell is empty, if that was chosen', async () => {
    await upload(`${header}\n${gus}\n`);
    const file = 'student_id,name,relation,phone\nS1,Gus Ångström,,\n';
    const left = await uploadRowsOf(school, 'guardian', file, { fields: { empty_cells: 'leave' } });
    expect(left.body).toMatchObject({ unchanged: 1, empty_cells: 2 });
    expect(await stored()).toMatchObject([{ relation: 'Father', phone: '+61 400 111111' }]);
    expect((await upload(file)).body).toMatchObject({ updated: 1, empty_cells: 2 });
    expect(await stored()).toMatchObject([{ relation: null, phone: null }]);
  });

  it('says yes and no in the words of other systems', async () => {
    const file = `${header}\n${gus.replace(',yes,', ',Ja,NEIN')}\nS2,Una,,,0400 222222,1,Oui\n`;
    expect((await upload(file)).body).toMatchObject({ created: 2, fail: [] });
    expect(await stored()).toMatchObject([
      { gets_messages: true, consent: false },
      { gets_messages: true, consent: true },
    ]);
  });

  it('is refused as a whole with each bad row named, or its valid rows are taken', async () => {
    const text = `${header}
S1,,Father,,,,
S1,Ann,,gus,,,
S1,Bo,,,,yes,
S9,Cy,,,,,
S1,Di,,,,,maybe
S1,Ed,,,7.0001E+09,,
S1,Flo,,,,,
S1,flo,,,,,
`;
    const { body } = await upload(text);
    expect(body).toMatchObject({ written: false, faults: 7 });
    expect(body.fail).toEqual([
      { line: 2, column: 'name', reason: expect.any(String) },
      { line: 3, column: 'email', reason: expect.any(String) },
      { line: 4, column: 'email', reason: 'is needed for messages, or a phone number' },
      { line: 5, column: 'student_id', reason: 'there is no student S9' },
      { line: 6, column: 'consent', reason: 'must be yes, no or empty' },
      { line: 7, column: 'phone', reason: expect.stringContaining('spreadsheet') },
      { line: 9, column: 'name', reason: 'S1 flo is already in line 8' },
    ]);
    expect(await stored()).toEqual([]);
    expect((await upload(text, '?mode=valid&dry_run=true')).body).toMatchObject({
      created: 1,
      written: false,
    });
    expect(await stored()).toEqual([]);
    expect((await upload(text, '?mode=valid')).body).toMatchObject({ created: 1, written: true });
  });

  it('gives no student more than ten, and keeps a consent with who recorded it', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `S1,Gus ${at},,,,,yes`);
    const { body } = await upload(`${header}\n${rows.join('\n')}\n`, '?mode=valid');
    expect(body).toMatchObject({ created: 10 });
    expect(body.fail).toEqual([
      { line: 12, column: 'student_id', reason: 'A student has at most 10 guardians.' },
      { line: 13, column: 'student_id', reason: 'A student has at most 10 guardians.' },
    ]);
    const consents = () =>
      sql`select consent_at, consent_by from guardian order by id`.execute(school.database);
    const before = (await consents()).rows;
    school.at('2026-03-05T10:00:00+11:00');
    expect((await upload(`${header}\nS1,Gus 3,Aunt,,,,yes\n`)).body.updated).toBe(1);
    expect((await consents()).rows).toEqual(before);
    expect((await upload(`${header}\nS1,Gus 3,Aunt,,,,\n`)).body.updated).toBe(1);
    expect((await stored()).filter(({ consent }) => !consent)).toHaveLength(1);
  });

  it('leaves out archived and erased students, and names that are there twice', async () => {
    const idOf = (code: string) => school.studentId(code);
    await school.call('admin', 'POST', 'attendance/students/create/', {
      archive: 'ids',
      ids: [await idOf('S5')],
    });
    await school.call('admin', 'POST', `attendance/student-details/${await idOf('S2')}/erase/`, {
      student_id: 'S2',
    });
    for (const name of ['Gus', 'gus'])
      await school.call(
        'admin',
        'POST',
        `attendance/student-details/${await idOf('S1')}/guardians/create/`,
        { name },
      );
    const { body } = await upload(
      'student_id,name\nS5,Gus\nS2,Gus\nS1,Gus\nS3,Gus\n',
      '?mode=valid',
    );
    expect(body.fail).toEqual([
      { line: 2, column: 'student_id', reason: 'S5 is archived' },
      { line: 3, column: 'student_id', reason: 'the data of S2 were erased' },
      {
        line: 4,
        column: 'name',
        reason: 'S1 has two guardians with this name: change them by hand',
      },
    ]);
    expect(body.created).toBe(1);
  });

  it('is for who edits students, and one file', async () => {
    expect((await upload(`${header}\n${gus}\n`, '', 'teacher')).status).toBe(403);
    expect((await upload(`${header},secret\n${gus},x\n`)).body.fail).toEqual([
      { line: 1, column: 'secret', reason: 'the column is not known here' },
    ]);
    expect((await upload(`${header}\nS1,'=1+1,,,,,\n`)).body.created).toBe(1);
    expect(await stored()).toMatchObject([{ name: '=1+1' }]);
  });

  it.each(['student', 'guardian'])('of %ss is refused with another one', async (what) => {
    const part = (name: string) =>
      `--two\r\ncontent-disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n${header}\n${gus}\n\r\n`;
    const payload = Buffer.from(`${part('file')}${part('more')}--two--\r\n`);
    const headers = { 'content-type': 'multipart/form-data; boundary=two' };
    const path = `attendance/bulk-${what}-upload/`;
    const { status } = await school.call('admin', 'POST', path, payload, headers);
    expect(status).toBe(413);
    expect(await stored()).toEqual([]);
  });

  it('is read by the import, which records no consent', async () => {
    const load = (text: string) =>
      runImport(school.database, [readText('guardians', Buffer.from(text))], {
        dryRun: false,
        today: '2026-03-02',
        now: '2026-03-02T00:00:00Z',
      });
    expect(await load(`${header}\nS1,Gus,,,,,yes\n`)).toMatchObject({
      written: false,
      bad: [{ line: 2, column: 'consent' }],
    });
    expect(await load(`${header}\n${gus}\n`)).toMatchObject({ written: true, bad: [] });
    expect(await stored()).toMatchObject([{ name: 'Gus Ångström', by_user: false }]);
  });
});
