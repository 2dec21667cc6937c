import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notBackedUp } from '#server/backup-commands.ts';
import { makeBackup } from '#server/platform/backup/backup.ts';
import { typeOf } from '#server/platform/files/types.ts';
import { folderStore } from '#server/platform/files/folder-store.ts';
import { addToRedList, callerOf, leave, person } from '#server/test/erasure.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { findInBytes, findInDatabase, findInFolder, type Trace } from '#server/test/traces.ts';
import { pdf, png, uploadFile } from '#server/test/upload.ts';

const date = '2026-03-02';
let school: TestSchool;
let folder: string;
let id: number;
let mon9: number;
let log = '';
let call: ReturnType<typeof callerOf>;
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
  school = await createTestSchool({ log: stream, env: { LOG_LEVEL: 'trace' } });
  call = callerOf(school);
  mon9 = await school.classId('mon9');
});
afterAll(async () => {
  await school.close();
  await rm(folder, { recursive: true });
});

/** Exports in each state of a mail, with files that contain all students. */
async function mailsInEveryState(): Promise<void> {
  await call('POST', 'spreadsheet-export/', { email: person.student_mail });
  const state = async () => (await call('GET', 'jobs/')).body.results[0].state as string;
  await expect.poll(state, { timeout: 20_000 }).toBe('done');
  await sql`
    insert into mail (kind, asked, recipient, requested_by, subject, body, state, made_at,
      created_at)
    select kind, asked, s.recipient, requested_by, subject, body, s.state, now(), created_at
    from mail, (values
      ('waiting', 'head@school.example'), ('working', 'head@school.example'),
      ('handing_over', 'head@school.example'),
      ('failed', 'head@school.example'), ('failed', ${person.student_mail}),
      ('waiting', ${person.student_mail})) as s(state, recipient)`.execute(school.database);
  await sql`
    insert into mail_attachment (mail_id, place, name, content_type, size, content)
    select m.id, a.place, a.name, a.content_type, a.size, a.content from mail_attachment a, mail m
    where m.state <> 'done'`.execute(school.database);
  await sql`
    update mail set reason = ${`550 <${person.student_mail}> is unknown`}
    where state = 'failed'`.execute(school.database);
  await sql`
    update jobs.job
    set output = ${JSON.stringify({ message: person.student_mail })}::jsonb`.execute(
    school.database,
  );
}

async function everywhere(values: string[]): Promise<Trace[]> {
  const file = join(folder, `${randomUUID()}.zip`);
  await makeBackup(file, {
    connection: school.connection,
    files: store(),
    typeOf: (key) => typeOf(key) ?? '',
    excludedTables: notBackedUp,
  });
  return [
    ...(await findInDatabase(school.database, values)),
    ...(await findInFolder(school.config.dataDir, values)),
    ...(await findInBytes(Buffer.from(log), values, 'the log')),
    ...(await findInBytes(await readFile(file), values, 'a new backup')),
  ];
}

describe('erasure leaves no trace', () => {
  it('in tables, files, mails, jobs, the log and a new backup', async () => {
    // A card that was tapped before it was assigned.
    const key = (name: string) => ({ 'idempotency-key': `a-key-of-a-tap-${name}` });
    const tap = (rfid_number: unknown, name: string) =>
      school.call(
        'teacher',
        'POST',
        'attendance/attendance/create/',
        { rfid_number, class_schedule: mon9, date },
        key(name),
      );
    expect((await tap(person.rfid_number, 'unknown')).status).toBe(400);
    const created = await call('POST', 'students/create/', person);
    expect(created.status).toBe(201);
    id = created.body.id;
    expect((await tap(person.rfid_number, 'elsewhere')).status).toBe(400);
    await call('POST', 'studentassignment/create/', { class_schedule_id: mon9, student_id: id });
    expect((await tap(person.rfid_number, 'card')).status).toBe(201);
    await tap([person.student_id, 'S1'], 'bulk');
    const photos = [
      await uploadFile(school, 'student-profile', png, 'a.png'),
      await uploadFile(school, 'student-profile', png, 'b.png'),
    ];
    for (const profile_image of photos)
      expect((await call('PATCH', `students/${id}/`, { profile_image })).status).toBe(200);
    const supporting_document = await uploadFile(
      school,
      'leave-application',
      Buffer.concat([pdf, Buffer.from('%Kolibri-Letter\n')]),
      'a.pdf',
    );
    expect(
      (
        await call('POST', 'leave/create/', {
          student_id: person.student_id,
          supporting_document,
          ...leave,
        })
      ).status,
    ).toBe(201);
    const note = (text: string) =>
      call('POST', 'attendance-note/create/', { class_schedule_id: mon9, date, note: text });
    await note('zyxandria Quuxington-Ößt (QX93771, +61 499123987) came late; Zyxandria again');
    await note('Mail zyx.quux@STUDENTS.example');
    const alone = (await note('Zyxandria brought a cake')).body.id;
    await addToRedList(school, id);
    // A student who tries to sign in is unknown here; the audit log records it.
    const tokenOf = async (email: string) => ({
      authorization: `Bearer ${await school.issuer.token({ email, name: 'x' })}`,
    });
    for (const email of [person.student_mail, 'qx93771@elsewhere.example'])
      expect(
        (await school.call('anonymous', 'GET', 'user/details/', undefined, await tokenOf(email)))
          .status,
      ).toBe(403);
    await mailsInEveryState();

    const { uuid } = created.body;
    const keys = [...photos, supporting_document].map(keyOf);
    const { card_print_status: _state, gender: _gender, ...own } = person;
    const values = [
      ...Object.values(own),
      ...Object.values(leave),
      uuid,
      ...keys,
      'Kolibri-Letter',
      'qx93771@elsewhere.example',
    ];
    const before = new Set((await everywhere(values)).map(({ value }) => value));
    // The first photo was deleted when the second was set.
    expect(values.filter((value) => !before.has(value))).toEqual([keys[0]]);

    const { status, body } = await call('POST', `student-details/${id}/erase/`, {
      student_id: person.student_id,
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        student_id: `~${id}`,
        leaves_removed: 1,
        files_removed: 2,
        mails_emptied: 7,
        notes_redacted: 2,
        notes_naming: [{ id: alone }],
      },
    });
    // A single name is ambiguous: the response lists the note for review.
    // The audit log keeps where an export was sent: it held the data of all students.
    const sentTo = { value: person.student_mail, where: 'public.audit' };
    expect(await findInDatabase(school.database, values)).toEqual([
      { value: person.first_name, where: 'public.attendance_note' },
      sentTo,
    ]);
    await call('PATCH', `attendance-note/${alone}/`, { note: 'Somebody brought a cake' });
    expect((await everywhere(values)).every(({ value }) => value === sentTo.value)).toBe(true);
    const notes = (await call('GET', `attendance-note/?class_schedule=${mon9}`)).body.results.map(
      (row: { note: string }) => row.note,
    );
    expect(notes).toContain('[erased] ([erased], [erased]) came late; [erased] again');
    for (const link of [...photos, supporting_document])
      expect((await school.app.inject({ url: link })).statusCode).toBe(404);
  });

  it('unsent mails are created again, without the student; mails to the student fail', async () => {
    const { rows } = await sql<{ state: string; recipient: string; made: boolean; files: number }>`
      select state, recipient, made_at is not null as made,
        (select count(*) from mail_attachment a where a.mail_id = m.id) as files
      from mail m where state <> 'done' order by id`.execute(school.database);
    expect(rows).toEqual([
      { state: 'waiting', recipient: 'head@school.example', made: false, files: 0 },
      { state: 'working', recipient: 'head@school.example', made: false, files: 0 },
      { state: 'handing_over', recipient: 'head@school.example', made: false, files: 0 },
      { state: 'failed', recipient: 'head@school.example', made: false, files: 0 },
      { state: 'failed', recipient: 'erased', made: false, files: 0 },
      { state: 'failed', recipient: 'erased', made: false, files: 0 },
    ]);
    const failed = (await call('GET', 'jobs/?state=failed')).body.results as {
      id: number;
      recipient: string;
    }[];
    for (const mail of failed) {
      const { status } = await call('POST', `jobs/${mail.id}/retry/`);
      expect(status).toBe(mail.recipient === 'erased' ? 404 : 202);
    }
    const again = failed.find(({ recipient }) => recipient !== 'erased')!.id;
    await expect
      .poll(async () => (await call('GET', `jobs/${again}/`)).body.state, { timeout: 20_000 })
      .toBe('done');
    const file = await sql<{
      content: Buffer;
    }>`select content from mail_attachment where mail_id = ${again}`.execute(school.database);
    expect(await findInBytes(file.rows[0]!.content, ['Anna', person.first_name], 'file')).toEqual([
      expect.objectContaining({ value: 'Anna' }),
    ]);
  });

  it('the list of erasures beside the database contains only numbers of the student', async () => {
    const file = join(school.config.dataDir, 'erasures.jsonl');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { student: id, uuid_sha256: expect.stringMatching(/^[0-9a-f]{64}$/), at: expect.any(String) },
    ]);
  });
});
