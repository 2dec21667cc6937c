import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { afterRestore, ownTables, notBackedUp } from './backup-commands.ts';
import { makeBackup } from './platform/backup/backup.ts';
import { restoreBackup } from './platform/backup/restore.ts';
import { createDatabase, createPool, type Connection } from './platform/database/pool.ts';
import { createFiles } from './platform/files/files.ts';
import { typeOf } from './platform/files/types.ts';
import { folderStore } from './platform/files/folder-store.ts';
import { queryRows, createEmptyDatabase } from './test/archives.ts';
import { makeAccessToken } from '#server/test/access-token.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';
import { pdf, png, uploadFile } from './test/upload.ts';

type Place = Exclude<Connection, string>;

let folder: string;
let school: TestSchool;
let connection: Place;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-backup-'));
  await chmod(folder, 0o755);
  school = await createTestSchool({ files: folderStore(join(folder, 'here')) });
  connection = school.connection as Place;
  const call = (method: 'POST' | 'PATCH', path: string, body: unknown) =>
    school.call('account', method, `attendance/${path}`, body);
  const class_schedule = await school.classId('mon9');
  const id = await school.studentId('S1');
  await call('PATCH', `students/${id}/`, {
    profile_image: await uploadFile(school, 'student-profile', png, 'me.png'),
  });
  const supporting_document = await uploadFile(school, 'leave-application', pdf, 'letter.pdf');
  const leave = {
    student_id: 'S2',
    leave_from: '2026-03-04',
    leave_to: '2026-03-06',
    faculty_email: 'dean@school.example',
  };
  await call('POST', 'leave/create/', {
    ...leave,
    reason_for_leave: 'Tab\tand\nline, "quoted" \\N é 漢字',
    supporting_document,
  });
  for (const [rfid_number, status] of [
    ['S1', 'Present'],
    ['S2', 'Absent'],
    ['S2', 'Present'],
  ]) {
    await call('POST', 'attendance/create/', {
      rfid_number,
      class_schedule,
      date: '2026-03-02',
      status,
    });
  }
  const checkIn = await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', {
    class_schedule,
    date: '2026-03-02',
  });
  // Closed pay, which a restore writes all the same, and its exports.
  await call('PATCH', `payroll-logs/${checkIn.body.id}/`, { status: 'completed' });
  school.at('2026-03-10T12:00:00+11:00');
  await call('PATCH', 'pay-closing/', { closed_until: '2026-03-08' });
  await call('POST', 'pay-runs/create/', { from_date: '2026-03-01', to_date: '2026-03-08' });
  await call('PATCH', 'settings/', { check_in_before_minutes: 45 });
  school.at('2026-03-02T09:15:00+11:00');
  await school.pool.query(`
    insert into mail (kind, asked, recipient, requested_by, subject, body, created_at, state)
    select 'spreadsheet', '{}', 'x@y.example', id, 's', 'b', now(), 'working'
    from app_user limit 1`);
});
afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true, force: true });
});

const options = (to: Place, files: string) => ({
  connection: to,
  files: folderStore(join(folder, files)),
});
const backup = (name: string) =>
  makeBackup(join(folder, name), {
    ...options(connection, 'here'),
    typeOf: (key) => typeOf(key) ?? '',
    excludedTables: notBackedUp,
  });
const restore = (name: string, to: Place, { files = 'there', replace = false } = {}) =>
  restoreBackup(join(folder, name), {
    ...options(to, files),
    replace,
    finalStatements: afterRestore,
    ownTables,
  });

/** Every row of every table, as text. */
async function everything(place: Place): Promise<Record<string, string[]>> {
  const tables = await queryRows(
    place,
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
     and table_name not like 'kysely%'
     and table_name not in ('oidc_record', 'attendance_request', 'mail', 'standing', 'standing_due',
       'standing_progress', 'contact_hours', 'meeting_count', 'meeting_outcome',
       'meeting_exception') order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables)
    found[String(name)] = (
      await queryRows(place, `select x::text as row from "${String(name)}" x order by 1`)
    ).map(({ row }) => String(row));
  return found;
}

describe('a restore drill', () => {
  it('restores every row, every file, all counts, and the rules', async () => {
    const manifest = await backup('whole.zip');
    expect((await stat(join(folder, 'whole.zip'))).mode & 0o777).toBe(0o600);
    // A document, and a photo with its three sizes.
    expect(manifest.files).toHaveLength(5);
    const there = await createEmptyDatabase();
    await restore('whole.zip', there);
    expect(await everything(there)).toEqual(await everything(connection));
    for (const { key } of manifest.files) {
      expect(await readFile(join(folder, 'there', key))).toEqual(
        await readFile(join(folder, 'here', key)),
      );
    }
    // An existing link leads to the same file: the backup contains its secret.
    const secret = String(
      (await queryRows(there, `select value from server_secret where name = 'file-links'`))[0]!
        .value,
    );
    const link = (await school.call('admin', 'GET', 'attendance/students/?search=S1')).body
      .results[0].profile_image as string;
    const url = new URL(link, 'http://here');
    await using database = createDatabase(createPool(there, 1, () => {}));
    const opened = await createFiles({
      store: folderStore(join(folder, 'there')),
      secret,
      database,
    }).open(
      url.pathname.slice('/file/'.length),
      url.searchParams.get('expires')!,
      url.searchParams.get('signature')!,
    );
    expect(await buffer(opened!.stream)).toEqual(png);
    const next = async (place: Place) =>
      (await queryRows(place, `insert into course (name) values ('Next') returning id`))[0]!.id;
    expect(await next(there)).toBe(await next(connection));
    await school.pool.query(`delete from course where name = 'Next'`);
    await expect(queryRows(there, 'delete from audit')).rejects.toThrow('append-only');
    await expect(
      queryRows(there, `insert into attendance select * from attendance limit 1`),
    ).rejects.toThrow();
    // It is unknown whether the mail was sent meanwhile: a person decides.
    expect(await queryRows(there, 'select state from mail')).toEqual([{ state: 'failed' }]);
  });

  it('brings no access token back into use: it may have been revoked since', async () => {
    await makeAccessToken(school, ['Students:read']);
    const there = await createEmptyDatabase();
    await backup('with-token.zip');
    await restore('with-token.zip', there, { files: 'with-token' });
    expect(
      await queryRows(
        there,
        `select count(*)::int as all, count(revoked_at)::int as revoked from access_token`,
      ),
    ).toEqual([{ all: 1, revoked: 1 }]);
  });

  it('refuses a damaged backup before it changes anything', async () => {
    await backup('good.zip');
    const bytes = await readFile(join(folder, 'good.zip'));
    const there = await createEmptyDatabase();
    // In a table, and in a photo.
    for (const at of [bytes.indexOf('tables/student.copy') + 60, bytes.indexOf(png) + 30]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = damaged[at]! ^ 0xff;
      await writeFile(join(folder, 'damaged.zip'), damaged);
      await expect(restore('damaged.zip', there)).rejects.toThrow('is damaged');
    }
    await writeFile(join(folder, 'short.zip'), bytes.subarray(0, -1000));
    await expect(restore('short.zip', there)).rejects.toThrow('cannot be read as a backup');
    const leading = bytes
      .toString('latin1')
      .replaceAll('tables/student.copy', '../../tables/x.copy');
    await writeFile(join(folder, 'leading.zip'), Buffer.from(leading, 'latin1'));
    await expect(restore('leading.zip', there)).rejects.toThrow('cannot be read as a backup');
    await writeFile(join(folder, 'other.zip'), 'not a backup');
    await expect(restore('other.zip', there)).rejects.toThrow('cannot be read as a backup');
    expect(
      await queryRows(
        there,
        `select count(*) as tables from pg_class where relnamespace = 'public'::regnamespace`,
      ),
    ).toEqual([{ tables: '0' }]);
  });

  it('replaces nothing without --replace', async () => {
    const there = await createEmptyDatabase();
    await backup('first.zip');
    await expect(backup('first.zip')).rejects.toThrow('is there already');
    await restore('first.zip', there);
    await expect(restore('first.zip', there)).rejects.toThrow('--replace throws them away');
    await queryRows(there, `insert into course (name) values ('Afterwards')`);
    await restore('first.zip', there, { replace: true });
    expect(
      await queryRows(there, `select count(*)::int as count from course where name = 'Afterwards'`),
    ).toEqual([{ count: 0 }]);
  });

  it('does not start while the database is in use', async () => {
    await backup('busy.zip');
    const there = await createEmptyDatabase();
    const user = new pg.Client(there);
    await user.connect();
    await expect(restore('busy.zip', there)).rejects.toThrow('A server is using this database');
    await user.end();
  });

  it('that is interrupted leaves an empty database', async () => {
    await backup('broken.zip');
    const there = await createEmptyDatabase();
    const store = folderStore(join(folder, 'full'));
    const full = { ...store, put: () => Promise.reject(new Error('No room is left')) };
    const attempt = restoreBackup(join(folder, 'broken.zip'), {
      connection: there,
      files: full,
      replace: false,
      finalStatements: [],
      ownTables: [],
    });
    await expect(attempt).rejects.toThrow('No room is left');
    expect(await queryRows(there, 'select count(*)::int as count from student')).toEqual([
      { count: 0 },
    ]);
    await restore('broken.zip', there, { files: 'again' });
    expect(await queryRows(there, 'select count(*)::int as count from student')).toEqual([
      { count: 5 },
    ]);
  });
});

describe('a backup that cannot be written', () => {
  it('is an error, and leaves nothing behind', async () => {
    await expect(backup('missing/made.zip')).rejects.toThrow(
      /missing cannot be written: it is not there/,
    );
  });

  it.runIf(existsSync('/dev/full'))('on a full disk is one, too', async () => {
    await symlink('/dev/full', join(folder, 'full.zip.draft'));
    await expect(backup('full.zip')).rejects.toThrow(/ENOSPC/);
    expect((await readdir(folder)).filter((name) => name.startsWith('full'))).toEqual([]);
  });
});

describe('the data of an earlier version', () => {
  const fixture = join(import.meta.dirname, 'test', 'fixtures', 'version-0008.zip');

  it('is restored, migrated to this version, and its history is in the audit log', async () => {
    const there = await createEmptyDatabase();
    const manifest = await restoreBackup(fixture, {
      ...options(there, 'earlier'),
      replace: false,
      finalStatements: afterRestore,
      ownTables,
    });
    expect(manifest.migrations.at(-1)).toBe('0008-mail');
    for (const { name, rows } of manifest.tables) {
      expect({
        name,
        rows: (await queryRows(there, `select count(*)::int as rows from "${name}"`))[0]!.rows,
      }).toEqual({ name, rows });
    }
    const marks = await queryRows(
      there,
      `select count(*)::int as count from attendance_history where from_status is not null`,
    );
    expect(
      await queryRows(there, `select count(*)::int as count from audit where kind = 'mark'`),
    ).toEqual(marks);
    expect(marks[0]!.count).toBeGreaterThan(0);
    expect(
      await queryRows(there, `select count(*)::int as count from audit where kind = 'pay'`),
    ).toEqual(await queryRows(there, `select count(*)::int as count from payroll_log_history`));
  });
});
