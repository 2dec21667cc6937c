import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStore } from '#server/platform/files/folder-store.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { createTestSchool, type Answer, type TestSchool } from '#server/test/test-school.ts';
import { pdf, png, sendFile, uploadFile } from '#server/test/upload.ts';

let folder: string;
let school: TestSchool;
/** The store is unavailable: it deletes nothing. */
let away = false;
const keys = async () => {
  const found: string[] = [];
  for await (const { key } of folderStore(folder).list()) found.push(key);
  return found.sort();
};
const keyOf = (link: string) => new URL(link, 'http://here').pathname.slice('/file/'.length);

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'attendance-owned-')), 'files');
  const disk = folderStore(folder);
  const files: FileStore = {
    ...disk,
    remove: (key) => (away ? Promise.reject(new Error('The disk is away')) : disk.remove(key)),
  };
  school = await createTestSchool({ files });
});
afterAll(async () => {
  await school.close();
  await rm(join(folder, '..'), { recursive: true });
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  school.call('account', method, `attendance/${path}`, body);
const read = async (link: string) => (await school.app.inject({ url: link })).statusCode;
const photo = () => uploadFile(school, 'student-profile', png, 'me.png');
const document = () => uploadFile(school, 'leave-application', pdf, 'letter.pdf');
const wrong = (field: string, message: string): Partial<Answer> => ({
  status: 400,
  body: { [field]: [expect.stringContaining(message)] },
});
const leaveOf = (student_id: string, supporting_document: string) =>
  call('POST', 'leave/create/', {
    student_id,
    leave_from: '2026-03-04',
    leave_to: '2026-03-06',
    faculty_email: 'dean@school.example',
    reason_for_leave: 'Fever',
    supporting_document,
  });

describe('a file belongs to one row', () => {
  it('a student’s photo cannot be used for another student, by any user and in any order', async () => {
    const [s1, s2] = [await school.studentId('S1'), await school.studentId('S2')];
    const link = await photo();
    expect((await call('PATCH', `students/${s1}/`, { profile_image: link })).status).toBe(200);
    expect(await call('PATCH', `students/${s2}/`, { profile_image: link })).toMatchObject(
      wrong('profile_image', 'belongs to another record'),
    );
    const fields = {
      student_id: 'S80',
      first_name: 'A',
      last_name: 'B',
      phone_number: '1',
      date_of_birth: '2005-01-01',
    };
    expect(
      await call('POST', 'students/create/', { ...fields, profile_image: link }),
    ).toMatchObject(wrong('profile_image', 'belongs to another'));
    // The link in a list is new, and the file the same.
    const shown = (await call('GET', `students/${s1}/`)).body.profile_image as string;
    expect(await call('PATCH', `students/${s2}/`, { profile_image: shown })).toMatchObject(
      wrong('profile_image', 'belongs to another record'),
    );
    expect(
      (await call('PATCH', `students/${s1}/`, { profile_image: shown, first_name: 'Anne' })).status,
    ).toBe(200);

    await call('POST', `student-details/${s2}/erase/`, { student_id: 'S2' });
    expect(await read(link)).toBe(200);
    expect(await keys()).toContain(keyOf(link));
  });

  it('and the database does not let two rows have it, also with concurrent requests', async () => {
    const [s3, s4] = [await school.studentId('S3'), await school.studentId('S4')];
    const link = await photo();
    const answers = await Promise.all(
      [s3, s4].map((id) => call('PATCH', `students/${id}/`, { profile_image: link })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const set = school.pool.query(
      `update student set profile_image = $1 where profile_image is null and erased_at is null`,
      [keyOf(link)],
    );
    await expect(set).rejects.toMatchObject({ code: 'AT400', column: 'profile_image' });
    await expect(
      school.pool.query(
        `update student set profile_image = 'student-profile/x.png' where id = $1`,
        [s3],
      ),
    ).rejects.toThrow('was deleted');
  });

  it('a leave’s document cannot be used for another leave, nor as a photo', async () => {
    const link = await document();
    const { body: leave } = await leaveOf('S1', link);
    expect(await leaveOf('S3', link)).toMatchObject(
      wrong('supporting_document', 'belongs to another record'),
    );
    expect(await leaveOf('S1', link)).toMatchObject(
      wrong('supporting_document', 'belongs to another record'),
    );
    const scan = await uploadFile(school, 'leave-application', png, 'scan.png');
    const s3 = await school.studentId('S3');
    expect(await call('PATCH', `students/${s3}/`, { profile_image: scan })).toMatchObject(
      wrong('profile_image', 'must be the address'),
    );
    const same = await call('PATCH', `leave/${leave.id}/`, {
      supporting_document: leave.supporting_document,
      reason_for_leave: 'Flu',
    });
    expect(same).toMatchObject({ status: 200, body: { reason_for_leave: 'Flu' } });
  });

  it('only its uploader can set it on a row', async () => {
    const s5 = await school.studentId('S5');
    const { body } = await sendFile(
      school,
      'admin',
      '/file/student-profile',
      'files',
      png,
      'me.png',
    );
    expect(await call('PATCH', `students/${s5}/`, { profile_image: body.url[0] })).toMatchObject(
      wrong('profile_image', 'uploaded by somebody else'),
    );
    expect(
      (
        await school.call('admin', 'PATCH', `attendance/students/${s5}/`, {
          profile_image: body.url[0],
        })
      ).status,
    ).toBe(200);
  });

  it('an import accepts addresses, but no key of a stored file', async () => {
    const s1 = await school.studentId('S1');
    const key = (await school.pool.query('select profile_image from student where id = $1', [s1]))
      .rows[0].profile_image as string;
    const { checkRows } = await import('#server/exchange/csv/read.ts');
    const row = {
      student_id: 'S81',
      first_name: 'A',
      last_name: 'B',
      phone_number: '1',
      date_of_birth: '2005-01-01',
      profile_image: key,
    };
    expect(checkRows('students', [{ line: 2, values: row }]).bad).toMatchObject([
      { file: 'students.csv', line: 2, column: 'profile_image', reason: 'must be an address' },
    ]);
    expect(
      checkRows('students', [{ line: 2, values: { ...row, profile_image: '/faces/1.svg' } }]).bad,
    ).toEqual([]);
  });
});

describe('a file is deleted with its use', () => {
  it('when the row gets another one, or none', async () => {
    const s1 = await school.studentId('S1');
    const [first, second] = [await photo(), await photo()];
    for (const profile_image of [first, second])
      await call('PATCH', `students/${s1}/`, { profile_image });
    expect([await read(first), await read(second)]).toEqual([404, 200]);
    expect(await call('PATCH', `students/${s1}/`, { profile_image: first })).toMatchObject(
      wrong('profile_image', 'no longer exists'),
    );
    await call('PATCH', `students/${s1}/`, { profile_image: null });
    expect(await read(second)).toBe(404);
    expect(await keys()).not.toEqual(expect.arrayContaining([keyOf(first)]));
    expect(await keys()).not.toEqual(expect.arrayContaining([keyOf(second)]));
  });

  it('when the row is deleted: a student, several, a leave', async () => {
    const fields = {
      first_name: 'A',
      last_name: 'B',
      phone_number: '1',
      date_of_birth: '2005-01-01',
    };
    const links = [await photo(), await photo(), await document()];
    const ids: number[] = [];
    for (const [number, profile_image] of links.slice(0, 2).entries())
      ids.push(
        (
          await call('POST', 'students/create/', {
            ...fields,
            student_id: `S9${number}`,
            profile_image,
          })
        ).body.id,
      );
    const leave = (await leaveOf('S1', links[2]!)).body.id;
    expect((await call('DELETE', `students/${ids[0]}/`)).status).toBe(204);
    expect((await call('POST', 'students/bulk-delete/', { ids: [ids[1]] })).status).toBe(200);
    expect((await call('DELETE', `leave/${leave}/`)).status).toBe(204);
    expect(await Promise.all(links.map(read))).toEqual([404, 404, 404]);
    for (const link of links) expect(await keys()).not.toContain(keyOf(link));
  });

  it('for readers at once, and from an unavailable store as soon as it is back', async () => {
    const s1 = await school.studentId('S1');
    const [first, second] = [await photo(), await photo()];
    await call('PATCH', `students/${s1}/`, { profile_image: first });
    away = true;
    expect((await call('PATCH', `students/${s1}/`, { profile_image: second })).status).toBe(200);
    expect(await read(first)).toBe(404);
    expect(await keys()).toContain(keyOf(first));
    away = false;
    await call('PATCH', `students/${s1}/`, { first_name: 'Anna' });
    expect(await keys()).not.toContain(keyOf(first));
    expect(
      (await school.pool.query('select from stored_file where released_at is not null')).rowCount,
    ).toBe(0);
  });

  it('but one that two rows shared before this version stays while one of them has it', async () => {
    const [s3, s4] = [await school.studentId('S3'), await school.studentId('S4')];
    const link = await photo();
    await call('PATCH', `students/${s3}/`, { profile_image: link });
    await school.pool.query('alter table student disable trigger student_changes_photo');
    await school.pool.query('update student set profile_image = $1 where id = $2', [
      keyOf(link),
      s4,
    ]);
    await school.pool.query('alter table student enable trigger student_changes_photo');
    await call('POST', `student-details/${s3}/erase/`, { student_id: 'S3' });
    expect(await read(link)).toBe(200);
    await call('PATCH', `students/${s4}/`, { profile_image: null });
    expect(await read(link)).toBe(404);
  });
});

describe('files in a folder', () => {
  const mode = async (path: string) => (await stat(path)).mode & 0o777;

  it('are readable by the server’s own user only', async () => {
    const key = keyOf(await photo());
    expect([
      await mode(folder),
      await mode(join(folder, 'student-profile')),
      await mode(join(folder, key)),
    ]).toEqual([0o700, 0o700, 0o600]);
  });

  it('and so are those of an earlier version, from the start on', async () => {
    const old = join(folder, '..', 'old');
    await mkdir(join(old, 'student-profile'), { recursive: true });
    await writeFile(join(old, 'student-profile', 'a.png'), png);
    for (const path of [old, join(old, 'student-profile')]) await chmod(path, 0o755);
    await chmod(join(old, 'student-profile', 'a.png'), 0o644);
    await folderStore(old).protect();
    expect([
      await mode(old),
      await mode(join(old, 'student-profile')),
      await mode(join(old, 'student-profile', 'a.png')),
    ]).toEqual([0o700, 0o700, 0o600]);
    expect(await readdir(old)).toEqual(['student-profile']);
    await folderStore(join(folder, '..', 'none')).protect();
  });

  it('documents are not cached by browsers, photos only in the reader’s own', async () => {
    const cached = async (link: string) =>
      (await school.app.inject({ url: link })).headers['cache-control'];
    expect(await cached(await document())).toBe('no-store');
    expect(await cached(await photo())).toMatch(/^private, max-age=\d+$/);
  });

  it('nor photos where devices may not store anything, as config/ says', async () => {
    const shared = await createTestSchool({ env: { KEEP_ON_DEVICE: 'false' } });
    const link = await uploadFile(shared, 'student-profile', png, 'me.png');
    expect((await shared.app.inject({ url: link })).headers['cache-control']).toBe('no-store');
    expect((await shared.call('anonymous', 'GET', 'config/')).body.keep_on_device).toBe(false);
    expect((await school.call('anonymous', 'GET', 'config/')).body.keep_on_device).toBe(true);
    await shared.close();
  });
});
