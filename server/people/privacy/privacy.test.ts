import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { folderStore } from '#server/platform/files/folder-store.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { pdf, png, uploadFile } from '#server/test/upload.ts';

const date = '2026-03-02';
let school: TestSchool;
let folder: string;
let s1: number;
let mon9: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-privacy-'));
  school = await createTestSchool({ files: folderStore(folder) });
  [s1, mon9] = [await school.studentId('S1'), await school.classId('mon9')];
  const photo = await uploadFile(school, 'student-profile', png, 'me.png');
  const document = await uploadFile(school, 'leave-application', pdf, 'letter.pdf');
  const leave = {
    student_id: 'S1',
    leave_from: '2026-03-04',
    leave_to: '2026-03-06',
    faculty_email: 'dean@school.example',
  };
  await call('PATCH', `students/${s1}/`, { profile_image: photo });
  await call('POST', 'leave/create/', {
    ...leave,
    reason_for_leave: 'Hospital',
    supporting_document: document,
  });
  for (const status of ['Absent', 'Present']) {
    await school.call(
      'teacher',
      'POST',
      'attendance/attendance/create/',
      { rfid_number: 'S1', class_schedule: mon9, date, status },
      { 'idempotency-key': `a-key-of-a-tap-${status}` },
    );
  }
  await call('POST', 'attendance-note/create/', {
    class_schedule_id: mon9,
    date,
    note: '=HYPERLINK: Anna Ångström came late',
  });
  await call('POST', 'attendance-note/create/', {
    class_schedule_id: mon9,
    date,
    note: 'The projector is broken',
  });
  const subject = (await call('GET', 'subjects/?limit=1')).body.results[0].id;
  await call('POST', 'redlistedstudents/', { student: 'S1', subject, attendance_percentage: 40 });
  const { id: owner_id } = (await call('GET', 'follow-up-owners/')).body.results[0];
  const begun = await call('POST', 'follow-ups/create/', {
    student: s1,
    subject,
    owner_id,
    due_on: '2026-03-09',
  });
  await call('POST', `follow-ups/${begun.body.id}/steps/create/`, {
    kind: 'spoke',
    done_on: '2026-03-02',
    note: 'Talked about the bus',
  });
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

describe('all data about one student', () => {
  it('is one file: data, tables, the photo and the documents', async () => {
    const answer = await packageOf(s1);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="student-S1-2026-03-02.zip"',
    });
    const files = await unpacked(answer.rawPayload);
    const tables = [
      'enrolments',
      'attendance',
      'changes',
      'leaves',
      'red-list',
      'follow-ups',
      'follow-up-steps',
      'notes',
      'cards',
      'audit-log',
    ].map((name) => `${name}.csv`);
    const names = [...files.keys()];
    expect(names).toEqual(
      expect.arrayContaining([
        'about-this-file.txt',
        'student.json',
        ...tables,
        'files/photo.png',
        'files/leave-2026-03-04-1.pdf',
      ]),
    );
    expect(names).not.toContain('transfers.csv');
    expect(files.get('files/photo.png')).toEqual(png);
    expect(files.get('files/leave-2026-03-04-1.pdf')).toEqual(pdf);
    const data = JSON.parse(files.get('student.json')!.toString());
    expect(data.student).toMatchObject({
      student_id: 'S1',
      last_name: 'Ångström',
      date_of_birth: '2004-05-06',
    });
    expect(data.attendance).toMatchObject([
      {
        date,
        subject_code: 'MAT1',
        day_of_week: 'Monday',
        status: 'Present',
        marked_by: 'Tess Teacher',
      },
    ]);
    expect(data.changes).toHaveLength(2);
    expect(data.notes).toHaveLength(1);
    expect(data['follow-ups']).toMatchObject([{ due_on: '2026-03-09', outcome: null }]);
    expect(data['follow-up-steps']).toMatchObject([
      { kind: 'spoke', done_on: date, note: 'Talked about the bus' },
    ]);
    expect(data['audit-log']).toMatchObject([
      { what: 'Mark changed from Absent to Present' },
      { what: 'Begin follow-up' },
      { what: 'Everything about a student as a file' },
    ]);
    // Formulas in texts are escaped.
    expect(files.get('notes.csv')!.toString()).toContain("'=HYPERLINK");
  });

  it.each([
    ['teacher', 403],
    ['anonymous', 401],
  ] as const)('is not for %s', async (caller, status) => {
    expect(
      (await school.call(caller, 'GET', `attendance/student-details/${s1}/export/`)).status,
    ).toBe(status);
    expect(
      (
        await school.call(caller, 'POST', `attendance/student-details/${s1}/erase/`, {
          student_id: 'S1',
        })
      ).status,
    ).toBe(status);
  });

  it('of an unknown student is not found', async () => {
    expect((await packageOf(424_242)).statusCode).toBe(404);
  });
});

describe('an erasure', () => {
  it('requires the student’s own ID', async () => {
    expect(await call('POST', `student-details/${s1}/erase/`, { student_id: 'S2' })).toMatchObject({
      status: 400,
      body: { student_id: ['is not the ID of this student'] },
    });
    expect((await call('POST', `student-details/${s1}/erase/`, {})).body).toEqual({
      student_id: ['is required'],
    });
    expect((await call('GET', `students/${s1}/`)).body.first_name).toBe('Anna');
  });

  it('leaves no trace of the person anywhere in the database or the files, and does not change any figure', async () => {
    const roll = async () => {
      const { body } = await call('GET', `attendance/?class_schedule=${mon9}&date=${date}`);
      return body.summary;
    };
    const stat = async () =>
      (await call('GET', `student-schedule-attendance-stat/${s1}/`)).body.results;
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
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(school.database);
    for (const { name } of tables.rows) {
      const { rows } = await sql<{
        row: string;
      }>`select x::text as row from ${sql.table(name)} x`.execute(school.database);
      const text = rows.map(({ row }) => row).join('\n');
      for (const trace of ['Anna', 'Ångström', '1000001', 's1@school.example', 'Hospital']) {
        expect({ name, trace, found: text.includes(trace) }).toEqual({ name, trace, found: false });
      }
    }
    const remaining = [];
    for await (const { key } of folderStore(folder).list()) remaining.push(key);
    expect(remaining).toEqual([]);
  });

  it('cannot be repeated, undone or overwritten', async () => {
    const conflict = { status: 409, body: { detail: expect.stringContaining('erased') } };
    expect(
      await call('POST', `student-details/${s1}/erase/`, { student_id: `~${s1}` }),
    ).toMatchObject(conflict);
    expect(await call('POST', 'students/create/', { archive: 'restore', ids: [s1] })).toMatchObject(
      conflict,
    );
    expect(await call('PATCH', `students/${s1}/`, { first_name: 'Anna' })).toMatchObject(conflict);
    const { body } = await call('GET', `students/${s1}/`);
    expect(body).toMatchObject({ erased: true, first_name: 'Erased', date_of_birth: null });
    expect((await call('GET', 'students/?search=Erased')).body.total).toBe(0);
  });

  it('is recorded in the audit log, without a name', async () => {
    const { body } = await call('GET', 'audit/?kind=privacy');
    expect(body.results[0]).toMatchObject({
      what: 'Erase student',
      about: { student: s1, redact_notes: true, fields: ['student_id'] },
      actor: 'leo@school.example',
    });
  });

  it('frees the ID and the card for other students', async () => {
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
