import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notBackedUp } from '../../backup-commands.ts';
import { makeBackup } from '../../platform/backup/backup.ts';
import { typeOf } from '../../platform/files/files.ts';
import { folderStore } from '../../platform/files/folder-store.ts';
import { openSchool, type School } from '../../test/school.ts';
import { inBytes, inDatabase, inFolder, type Found } from '../../test/traces.ts';
import { pdf, png, sendFile, uploadFile } from '../../test/upload.ts';

const date = '2026-03-02';
const person = {
  student_id: 'QX93771',
  first_name: 'Zyxandria',
  last_name: 'Quuxington-Ößt',
  phone_number: '+61 499123987',
  date_of_birth: '1931-07-19',
  gender: 'other',
  batch: 'Batch-Wvu77',
  student_mail: 'Zyx.Quux@students.example',
  rfid_number: '998877665544',
  card_print_status: 'collected',
};
const leave = {
  leave_from: '2031-08-17',
  leave_to: '2031-08-23',
  faculty_email: 'kolibri.dean@school.example',
  reason_for_leave: 'Reason-Kolibri',
};

let school: School;
let folder: string;
let id: number;
let mon9: number;
let log = '';
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers = {}) =>
  school.call('account', method, `attendance/${path}`, body, headers);
const store = () => folderStore(join(school.config.dataDir, 'files'));
const keyOf = (link: string) => new URL(link, 'http://here').pathname.slice('/file/'.length);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-erasure-'));
  await chmod(folder, 0o755);
  const stream = new Writable({
    write(line, _encoding, done) {
      log += String(line);
      done();
    },
  });
  school = await openSchool({ log: stream, env: { LOG_LEVEL: 'trace' } });
  mon9 = await school.classId('mon9');
});
afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true });
});

/** Exports in each state that a mail can be in, with files that hold everybody's data. */
async function mailsInEveryState(): Promise<void> {
  await call('POST', 'spreadsheet-export/', { email: person.student_mail });
  const state = async () => (await call('GET', 'jobs/')).body.results[0].state as string;
  await expect.poll(state, { timeout: 20_000 }).toBe('done');
  await sql`
    insert into mail (kind, asked, recipient, requested_by, subject, body, state, made_at, created_at)
    select kind, asked, s.recipient, requested_by, subject, body, s.state, now(), created_at from mail, (values
      ('waiting', 'head@school.example'), ('working', 'head@school.example'), ('handing_over', 'head@school.example'),
      ('failed', 'head@school.example'), ('failed', ${person.student_mail}), ('waiting', ${person.student_mail})) as s(state, recipient)`.execute(
    school.database,
  );
  await sql`
    insert into mail_attachment (mail_id, place, name, content_type, size, content)
    select m.id, a.place, a.name, a.content_type, a.size, a.content from mail_attachment a, mail m where m.state <> 'done'`.execute(school.database);
  await sql`update mail set reason = ${`550 <${person.student_mail}> is unknown`} where state = 'failed'`.execute(school.database);
  await sql`update jobs.job set output = ${JSON.stringify({ message: person.student_mail })}::jsonb`.execute(school.database);
}

async function everywhere(values: string[]): Promise<Found[]> {
  const file = join(folder, `${values.length}-${Math.random()}.zip`);
  await makeBackup(file, { connection: school.connection, files: store(), typeOf: (key) => typeOf(key) ?? '', leaveOut: notBackedUp });
  return [
    ...(await inDatabase(school.database, values)),
    ...(await inFolder(school.config.dataDir, values)),
    ...(await inBytes(Buffer.from(log), values, 'the log')),
    ...(await inBytes(await readFile(file), values, 'a new backup')),
  ];
}

describe('erasure leaves no trace', () => {
  it('in tables, files, mails, jobs, the log and a new backup', async () => {
    // A card that was tapped before anybody had it.
    const key = (name: string) => ({ 'idempotency-key': `a-key-of-a-tap-${name}` });
    const tap = (rfid_number: unknown, name: string) =>
      school.call('teacher', 'POST', 'attendance/attendance/create/', { rfid_number, class_schedule: mon9, date }, key(name));
    expect((await tap(person.rfid_number, 'unknown')).status).toBe(400);
    const created = await call('POST', 'students/create/', person);
    expect(created.status).toBe(201);
    id = created.body.id;
    expect((await tap(person.rfid_number, 'elsewhere')).status).toBe(400);
    await call('POST', 'studentassignment/create/', { class_schedule_id: mon9, student_id: id });
    expect((await tap(person.rfid_number, 'card')).status).toBe(201);
    await tap([person.student_id, 'S1'], 'bulk');
    const photos = [await uploadFile(school, 'student-profile', png, 'a.png'), await uploadFile(school, 'student-profile', png, 'b.png')];
    for (const profile_image of photos) expect((await call('PATCH', `students/${id}/`, { profile_image })).status).toBe(200);
    const supporting_document = await uploadFile(school, 'leave-application', Buffer.concat([pdf, Buffer.from('%Kolibri-Letter\n')]), 'a.pdf');
    expect((await call('POST', 'leave/create/', { student_id: person.student_id, supporting_document, ...leave })).status).toBe(201);
    const note = (text: string) => call('POST', 'attendance-note/create/', { class_schedule_id: mon9, date, note: text });
    await note('zyxandria Quuxington-Ößt (QX93771, +61 499123987) came late; Zyxandria again');
    await note('Mail zyx.quux@STUDENTS.example');
    const alone = (await note('Zyxandria brought a cake')).body.id;
    const subject = (await call('GET', 'subjects/?limit=1')).body.results[0].id;
    await call('POST', 'redlistedstudents/', { student: id, subject, attendance_percentage: 40 });
    // A student who tries to sign in is unknown here; the audit log has it.
    const tokenOf = async (email: string) => ({ authorization: `Bearer ${await school.issuer.token({ email, name: 'x' })}` });
    for (const email of [person.student_mail, 'qx93771@elsewhere.example'])
      expect((await school.call('nobody', 'GET', 'user/details/', undefined, await tokenOf(email))).status).toBe(403);
    await mailsInEveryState();

    const { uuid } = created.body;
    const keys = [...photos, supporting_document].map(keyOf);
    const { card_print_status: _state, gender: _gender, ...own } = person;
    const values = [...Object.values(own), ...Object.values(leave), uuid, ...keys, 'Kolibri-Letter', 'qx93771@elsewhere.example'];
    const before = new Set((await everywhere(values)).map(({ value }) => value));
    // The first photo went when the second came.
    expect(values.filter((value) => !before.has(value))).toEqual([keys[0]]);

    const { status, body } = await call('POST', `student-details/${id}/erase/`, { student_id: person.student_id });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { student_id: `~${id}`, leaves_removed: 1, files_removed: 2, mails_emptied: 7, notes_redacted: 2, notes_naming: [{ id: alone }] },
    });
    // What one name alone means is for people to say: the answer names the note.
    expect(await inDatabase(school.database, values)).toEqual([{ value: person.first_name, where: 'public.attendance_note' }]);
    await call('PATCH', `attendance-note/${alone}/`, { note: 'Somebody brought a cake' });
    expect(await everywhere(values)).toEqual([]);
    const notes = (await call('GET', `attendance-note/?class_schedule=${mon9}`)).body.results.map((row: { note: string }) => row.note);
    expect(notes).toContain('[erased] ([erased], [erased]) came late; [erased] again');
    for (const link of [...photos, supporting_document]) expect((await school.app.inject({ url: link })).statusCode).toBe(404);
  });

  it('and mails that were not sent are made again, without the student; those to the student end', async () => {
    const { rows } = await sql<{ state: string; recipient: string; made: boolean; files: number }>`
      select state, recipient, made_at is not null as made, (select count(*) from mail_attachment a where a.mail_id = m.id) as files
      from mail m where state <> 'done' order by id`.execute(school.database);
    expect(rows).toEqual([
      { state: 'waiting', recipient: 'head@school.example', made: false, files: 0 },
      { state: 'working', recipient: 'head@school.example', made: false, files: 0 },
      { state: 'handing_over', recipient: 'head@school.example', made: false, files: 0 },
      { state: 'failed', recipient: 'head@school.example', made: false, files: 0 },
      { state: 'failed', recipient: 'erased', made: false, files: 0 },
      { state: 'failed', recipient: 'erased', made: false, files: 0 },
    ]);
    const failed = (await call('GET', 'jobs/?state=failed')).body.results as { id: number; recipient: string }[];
    for (const mail of failed) {
      const { status } = await call('POST', `jobs/${mail.id}/retry/`);
      expect(status).toBe(mail.recipient === 'erased' ? 404 : 202);
    }
    const again = failed.find(({ recipient }) => recipient !== 'erased')!.id;
    await expect.poll(async () => (await call('GET', `jobs/${again}/`)).body.state, { timeout: 20_000 }).toBe('done');
    const file = await sql<{ content: Buffer }>`select content from mail_attachment where mail_id = ${again}`.execute(school.database);
    expect(await inBytes(file.rows[0]!.content, ['Anna', person.first_name], 'file')).toEqual([expect.objectContaining({ value: 'Anna' })]);
  });

  it('and the list of erasures beside the database names the student by numbers only', async () => {
    const file = join(school.config.dataDir, 'erasures.jsonl');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { student: id, uuid_sha256: expect.stringMatching(/^[0-9a-f]{64}$/), at: expect.any(String) },
    ]);
  });
});

describe('an erased student', () => {
  const header = 'student_id,first_name,last_name,phone_number,date_of_birth';
  const upload = (text: string, query = '') =>
    sendFile(school, 'account', `attendance/bulk-student-upload/${query}`, 'file', Buffer.from(text), 'a.csv');
  const refused = { status: 409, body: { detail: expect.stringContaining('were erased') } };

  it('is not written back by a file: neither under the new ID nor under the old one', async () => {
    const students = async () => (await sql`select * from student order by id`.execute(school.database)).rows;
    const before = await students();
    const file = `${header}\n~${id},Zyx,Q,1,2001-01-01\n${person.student_id},Zyx,Q,1,2001-01-01\n`;
    const { body: lower } = await upload(`${header}\nqx93771,Zyx,Q,1,2001-01-01\n`);
    expect(lower.fail).toEqual([{ line: 2, column: 'student_id', reason: 'the data of qx93771 were erased' }]);
    for (const query of ['', '?mode=valid', '?mode=valid&dry_run=true']) {
      const { body } = await upload(file, query);
      expect(body).toMatchObject({
        created: 0,
        updated: 0,
        fail: [
          { line: 2, column: 'student_id', reason: 'must not begin with ~' },
          { line: 3, column: 'student_id', reason: 'the data of QX93771 were erased' },
        ],
      });
    }
    expect(await students()).toEqual(before);
  });

  it('takes nothing new: no change, card, restore, enrolment, cohort, leave or red list entry', async () => {
    const cohort = (await call('POST', 'cohort/create/', { name: 'K', year: 2026, schedules_id: [mon9] })).body.id;
    const subject = (await call('GET', 'subjects/?limit=1')).body.results[0].id;
    const supporting_document = await uploadFile(school, 'leave-application', pdf, 'a.pdf');
    for (const student of [id, `~${id}`]) {
      expect(await call('POST', 'studentassignment/create/', { class_schedule_id: mon9, student_id: student })).toMatchObject(refused);
      expect(await call('POST', 'studentcohortassignment/create/', { student, cohort })).toMatchObject(refused);
      expect(await call('POST', 'leave/create/', { student_id: student, supporting_document, ...leave })).toMatchObject(refused);
      expect(await call('POST', 'redlistedstudents/', { student, subject, attendance_percentage: 40 })).toMatchObject(refused);
    }
    expect(await call('PATCH', `students/${id}/`, { rfid_number: '4711' })).toMatchObject(refused);
    expect(await call('PATCH', `students/${id}/`, { first_name: 'Zyx' })).toMatchObject(refused);
    expect(await call('POST', 'students/create/', { archive: 'restore', ids: [id] })).toMatchObject(refused);
    expect(await call('DELETE', `students/${id}/`)).toMatchObject(refused);
    const { rows } = await sql<{ id: number }>`select id from red_list where student_id = ${id}`.execute(school.database);
    expect(await call('POST', 'redlistedstudents/create/', { archive: 'restore', ids: [rows[0]!.id] })).toMatchObject(refused);
    const marked = await call('POST', 'attendance/create/', { rfid_number: `~${id}`, class_schedule: mon9, date });
    expect(marked).toMatchObject({ status: 400, body: { rfid_number: ['This student is archived'] } });
  });

  it('is not put back into classes by undoing a transfer', async () => {
    const tue14 = await school.classId('tue14');
    const cohort = async (name: string, classes: number[]) =>
      (await call('POST', 'cohort/create/', { name, year: 2026, schedules_id: classes })).body.id as number;
    const [from, to] = [await cohort('From', [tue14]), await cohort('To', [mon9])];
    const student = (await call('POST', 'students/create/', { ...person, student_id: 'QX2', rfid_number: null })).body.id as number;
    expect((await call('POST', 'studentcohortassignment/create/', { student, cohort: from })).status).toBe(201);
    expect((await call('POST', 'cohort-transfers/create/', { student, from_cohort: from, to_cohort: to })).status).toBe(201);
    await call('POST', `student-details/${student}/erase/`, { student_id: 'QX2' });
    const transfer = (await call('GET', 'cohort-transfers/')).body.results[0].id as number;
    expect(await call('POST', `cohort-transfers/${transfer}/undo/`)).toMatchObject(refused);
  });

  it('nor does the database take it from anybody else', async () => {
    const run = (statement: string) => school.pool.query(statement);
    await expect(run(`update student set first_name = 'Zyx' where id = ${id}`)).rejects.toMatchObject({ code: 'AT409' });
    await expect(run(`update student set erased_at = null where id = ${id}`)).rejects.toMatchObject({ code: 'AT409' });
    await expect(run(`update enrolment set enrolled_to = null where student_id = ${id}`)).rejects.toMatchObject({ code: 'AT409' });
    await expect(run(`update student set student_id = '~9' where student_id = 'S2'`)).rejects.toMatchObject({ code: 'AT400' });
    await expect(run(`update audit set actor = 'x' where id = (select max(id) from audit)`)).rejects.toThrow('append-only');
  });

  it('a leave that is entered in the same moment comes too late', async () => {
    const s5 = await school.studentId('S5');
    const supporting_document = await uploadFile(school, 'leave-application', pdf, 'a.pdf');
    const erasing = await school.pool.connect();
    await erasing.query('begin');
    await erasing.query('select from student where id = $1 for update', [s5]);
    const adding = call('POST', 'leave/create/', { student_id: s5, supporting_document, ...leave });
    const waits = async () =>
      (await school.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).rowCount;
    await expect.poll(waits).toBeGreaterThan(0);
    await erasing.query(`update student set erased_at = now(), archived_at = now() where id = $1`, [s5]);
    await erasing.query('commit');
    erasing.release();
    expect(await adding).toMatchObject(refused);
  });
});

describe('an ID that begins with ~', () => {
  const fields = { first_name: 'New', last_name: 'Student', phone_number: '1', date_of_birth: '2005-01-01' };

  it('is refused by form and file', async () => {
    const refused = { status: 400, body: { student_id: ['must not begin with ~'] } };
    expect(await call('POST', 'students/create/', { student_id: '~174', ...fields })).toMatchObject(refused);
    expect(await call('POST', 'students/create/', { student_id: ' ~174', ...fields })).toMatchObject(refused);
    const s2 = await school.studentId('S2');
    expect(await call('PATCH', `students/${s2}/`, { student_id: '~174' })).toMatchObject(refused);
  });

  it('that is there from before this version stays, and stands in no erasure’s way; neither does such a card', async () => {
    const [s2, s3, s4] = [await school.studentId('S2'), await school.studentId('S3'), await school.studentId('S4')];
    await sql`alter table student disable trigger student_id_stays_unreserved`.execute(school.database);
    await sql`update student set student_id = ${`~${s2}`} where id = ${s4}`.execute(school.database);
    await sql`alter table student enable trigger student_id_stays_unreserved`.execute(school.database);
    await call('PATCH', `students/${s4}/`, { rfid_number: `~${s3}`, first_name: 'Dora' });
    expect((await call('GET', `students/${s4}/`)).body).toMatchObject({ student_id: `~${s2}`, first_name: 'Dora', rfid_number: `~${s3}` });
    for (const [student, code] of [
      [s2, 'S2'],
      [s3, 'S3'],
    ] as const) {
      const { status, body } = await call('POST', `student-details/${student}/erase/`, { student_id: code });
      expect(status).toBe(200);
      expect(body.student_id).toMatch(/^~\w{1,9}$/);
      expect(body.student_id).not.toBe(`~${student}`);
    }
    expect((await call('POST', `student-details/${s4}/erase/`, { student_id: `~${s2}` })).status).toBe(200);
  });
});

describe('notes', () => {
  it('stay as they are with redact_notes: false, and are named', async () => {
    const s1 = await school.studentId('S1');
    const { body: note } = await call('POST', 'attendance-note/create/', { class_schedule_id: mon9, date, note: 'S1 sang' });
    const { body } = await call('POST', `student-details/${s1}/erase/`, { student_id: 'S1', redact_notes: false });
    expect(body).toMatchObject({ notes_redacted: 0, notes_naming: [{ id: note.id, date, class_schedule: mon9 }] });
    expect((await call('GET', `attendance-note/${note.id}/`)).body.note).toBe('S1 sang');
  });
});
