import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { folderStore } from '../../platform/files/folder-store.ts';
import { createFiles } from '../../platform/files/files.ts';
import { openSchool, type School } from '../../test/school.ts';
import { pdf, png, uploadFile } from '../../test/upload.ts';
import { forget } from './retention.ts';

const date = '2026-03-02';
let school: School;
let folder: string;
let s1: number;
let mon9: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-privacy-'));
  school = await openSchool({ files: folderStore(folder) });
  [s1, mon9] = [await school.studentId('S1'), await school.classId('mon9')];
  const photo = await uploadFile(school, 'student-profile', png, 'me.png');
  const document = await uploadFile(school, 'leave-application', pdf, 'letter.pdf');
  const leave = { student_id: 'S1', leave_from: '2026-03-04', leave_to: '2026-03-06', faculty_email: 'dean@school.example' };
  await call('PATCH', `students/${s1}/`, { profile_image: photo });
  await call('POST', 'leave/create/', { ...leave, reason_for_leave: 'Hospital', supporting_document: document });
  for (const status of ['Absent', 'Present']) {
    await school.call(
      'teacher',
      'POST',
      'attendance/attendance/create/',
      { rfid_number: 'S1', class_schedule: mon9, date, status },
      { 'idempotency-key': `a-key-of-a-tap-${status}` },
    );
  }
  await call('POST', 'attendance-note/create/', { class_schedule_id: mon9, date, note: '=HYPERLINK: Anna Ångström came late' });
  await call('POST', 'attendance-note/create/', { class_schedule_id: mon9, date, note: 'The projector is broken' });
  const subject = (await call('GET', 'subjects/?limit=1')).body.results[0].id;
  await call('POST', 'redlistedstudents/', { student: 'S1', subject, attendance_percentage: 40 });
});
afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true });
});
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  school.call('account', method, `attendance/${path}`, body);

async function unpacked(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    found.set(entry.fileName, Buffer.concat(parts));
  }
  return found;
}

const packageOf = async (id: number) => {
  const token = await school.token('admin');
  const url = `/api/v2/attendance/student-details/${id}/export/`;
  return school.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
};

describe('everything about one student', () => {
  it('is one file: data, tables, the photo and the documents', async () => {
    const answer = await packageOf(s1);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="student-S1-2026-03-02.zip"',
    });
    const files = await unpacked(answer.rawPayload);
    const tables = ['enrolments', 'attendance', 'changes', 'leaves', 'red-list', 'notes', 'audit-log'].map((name) => `${name}.csv`);
    const names = [...files.keys()];
    expect(names).toEqual(
      expect.arrayContaining(['about-this-file.txt', 'student.json', ...tables, 'files/photo.png', 'files/leave-2026-03-04-1.pdf']),
    );
    expect(names).not.toContain('transfers.csv');
    expect(files.get('files/photo.png')).toEqual(png);
    expect(files.get('files/leave-2026-03-04-1.pdf')).toEqual(pdf);
    const data = JSON.parse(files.get('student.json')!.toString());
    expect(data.student).toMatchObject({ student_id: 'S1', last_name: 'Ångström', date_of_birth: '2004-05-06' });
    expect(data.attendance).toMatchObject([{ date, subject_code: 'MAT1', day_of_week: 'Monday', status: 'Present', marked_by: 'Tess Teacher' }]);
    expect(data.changes).toHaveLength(2);
    expect(data.notes).toHaveLength(1);
    expect(data['audit-log']).toMatchObject([{ what: 'Mark changed from Absent to Present' }, { what: 'Everything about a student as a file' }]);
    // A spreadsheet does not run what somebody wrote.
    expect(files.get('notes.csv')!.toString()).toContain("'=HYPERLINK");
  });

  it.each([
    ['teacher', 403],
    ['nobody', 401],
  ] as const)('is not for %s', async (caller, status) => {
    expect((await school.call(caller, 'GET', `attendance/student-details/${s1}/export/`)).status).toBe(status);
    expect((await school.call(caller, 'POST', `attendance/student-details/${s1}/erase/`, { student_id: 'S1' })).status).toBe(status);
  });

  it('of a student that is none is not found', async () => {
    expect((await packageOf(424_242)).statusCode).toBe(404);
  });
});

describe('an erasure', () => {
  it('asks for the student’s own ID', async () => {
    expect(await call('POST', `student-details/${s1}/erase/`, { student_id: 'S2' })).toMatchObject({
      status: 400,
      body: { student_id: ['is not the ID of this student'] },
    });
    expect((await call('POST', `student-details/${s1}/erase/`, {})).body).toEqual({ student_id: ['is required'] });
    expect((await call('GET', `students/${s1}/`)).body.first_name).toBe('Anna');
  });

  it('leaves no trace of the person anywhere in the database or the files, and every figure as it was', async () => {
    const roll = async () => {
      const { body } = await call('GET', `attendance/?class_schedule=${mon9}&date=${date}`);
      return body.summary;
    };
    const stat = async () => (await call('GET', `student-schedule-attendance-stat/${s1}/`)).body.results;
    const before = { roll: await roll(), stat: await stat() };
    const { body } = await call('POST', `student-details/${s1}/erase/`, { student_id: 'S1' });
    expect(body).toMatchObject({
      student_id: `~${s1}`,
      marks_kept: 1,
      leaves_removed: 1,
      files_removed: 2,
      notes_redacted: 1,
      notes_naming: [],
    });
    expect({ roll: await roll(), stat: await stat() }).toEqual(before);

    const tables = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(school.database);
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ row: string }>`select x::text as row from ${sql.table(name)} x`.execute(school.database);
      const text = rows.map(({ row }) => row).join('\n');
      for (const trace of ['Anna', 'Ångström', '1000001', 's1@school.example', 'Hospital']) {
        expect({ name, trace, found: text.includes(trace) }).toEqual({ name, trace, found: false });
      }
    }
    const kept = [];
    for await (const { key } of folderStore(folder).list()) kept.push(key);
    expect(kept).toEqual([]);
  });

  it('cannot be done again, undone or written over', async () => {
    const said = { status: 409, body: { detail: expect.stringContaining('erased') } };
    expect(await call('POST', `student-details/${s1}/erase/`, { student_id: `~${s1}` })).toMatchObject(said);
    expect(await call('POST', 'students/create/', { archive: 'restore', ids: [s1] })).toMatchObject(said);
    expect(await call('PATCH', `students/${s1}/`, { first_name: 'Anna' })).toMatchObject(said);
    const { body } = await call('GET', `students/${s1}/`);
    expect(body).toMatchObject({ erased: true, first_name: 'Erased', date_of_birth: null });
    expect((await call('GET', 'students/?search=Erased')).body.total).toBe(0);
  });

  it('is told in the audit log, without a name', async () => {
    const { body } = await call('GET', 'audit/?kind=privacy');
    expect(body.results[0]).toMatchObject({
      what: 'Erase student',
      about: { student: s1, redact_notes: true, fields: ['student_id'] },
      actor: 'leo@school.example',
    });
  });

  it('frees the ID and the card for somebody else', async () => {
    const another = {
      student_id: 'S1',
      first_name: 'New',
      last_name: 'Student',
      phone_number: '1',
      date_of_birth: '2005-01-01',
      rfid_number: '1000001',
    };
    expect((await call('POST', 'students/create/', another)).status).toBe(201);
  });
});

describe('what has been kept for its time', () => {
  const nothing = { photos: 0, leaves: 0, history: 0, mails: 0 };

  it('is forgotten: photos of archived students, leaves, history, mails, and uploads that no row took up; no younger', async () => {
    const files = createFiles({ store: folderStore(folder), secret: 'secret', database: school.database });
    const clock = { timeZone: 'Australia/Sydney', now: () => Temporal.Now.instant(), today: () => Temporal.Now.plainDateISO().toString() };
    const days = (count: number) => sql`now() - make_interval(days => ${count})`;
    const save = async () => files.save('student-profile', png, 'image/png', null);
    const [old, young, lost, fresh] = [await save(), await save(), await save(), await save()];
    const aged = new Date(Date.now() - 8 * 86_400_000);
    for (const key of [old, young, lost]) await utimes(join(folder, key), aged, aged);
    await sql`update stored_file set created_at = ${aged.toISOString()} where key <> ${fresh}`.execute(school.database);
    const set = async (code: string, key: string, age: number) =>
      sql`update student set profile_image = ${key}, archived_at = ${days(age)} where student_id = ${code}`.execute(school.database);
    await set('S2', old, 100);
    await set('S3', young, 10);
    const leave = async (age: number) =>
      sql`insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
        select id, (${days(age)})::date, (${days(age)})::date, 'x', 'x' from student where student_id = 'S2'`.execute(school.database);
    for (const age of [100, 10]) {
      await leave(age);
      await sql`insert into attendance_history (student_id, class_schedule_id, date, to_status, how, changed_at)
        values (1, 1, ${date}, 'Present', 'card', ${days(age)})`.execute(school.database);
      await sql`insert into audit (at, actor, kind, what) values (${days(age)}, 'x', 'change', 'x')`.execute(school.database);
    }
    const keepDays = { photos: 0, leaves: 0, history: 0, mails: 0 };
    const parts = { database: school.database, clock, files, erasures: join(school.config.dataDir, 'erasures.jsonl') };
    expect(await forget({ ...parts, keepDays })).toEqual({ ...nothing, files: 1 });
    expect([await files.read(lost), await files.read(fresh)]).toEqual([null, png]);

    const histories = async () => (await school.pool.query('select count(*) as count from attendance_history')).rows[0].count as number;
    const before = await histories();
    const told = await forget({ ...parts, keepDays: { photos: 60, leaves: 60, history: 60, mails: 60 } });
    expect(told).toMatchObject({ photos: 1, leaves: 1, files: 1 });
    expect(told.history).toBeGreaterThanOrEqual(2);
    expect(await histories()).toBeLessThan(before);
    expect([await files.read(old), await files.read(young)]).toEqual([null, png]);
    // Nothing that is younger than 30 days is let go, whatever is asked for.
    const left = await histories();
    await forget({ ...parts, keepDays: { ...keepDays, history: 1 } });
    expect(await histories()).toBe(left);
    expect((await school.pool.query(`select count(*) as count from audit where at > now() - interval '30 days'`)).rows[0].count).toBeGreaterThan(0);
  });

  it('and nothing else takes history away', async () => {
    await expect(school.pool.query('delete from attendance_history')).rejects.toThrow('append-only');
    const pretending = school.database.transaction().execute(async (trx) => {
      await sql`select set_config('attendance.retention', 'on', true)`.execute(trx);
      await sql`delete from audit`.execute(trx);
    });
    await expect(pretending).rejects.toThrow('append-only');
  });
});
