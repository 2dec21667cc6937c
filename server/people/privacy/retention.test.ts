import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setAct } from '#server/platform/database/act.ts';
import { folderStore } from '#server/platform/files/folder-store.ts';
import { createFiles } from '#server/platform/files/files.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { png } from '#server/test/upload.ts';
import { purgeExpired } from './retention.ts';

const date = '2026-03-02';
let school: TestSchool;
const folder = () => join(school.config.dataDir, 'files');
beforeAll(async () => {
  school = await createTestSchool();
  // Requests refer to a user, who exists from the first call on.
  await school.call('account', 'GET', 'user/details/');
});
afterAll(() => school.close());

describe('data whose retention period has ended', () => {
  const nothing = {
    photos: 0,
    leaves: 0,
    history: 0,
    mails: 0,
    messages: 0,
    guardians: 0,
    taps: 0,
    drills: 0,
    webhooks: 0,
    imports: 0,
  };

  it('is deleted: photos of archived students, leaves, history, mails, and unused uploads; younger data stays', async () => {
    const files = createFiles({
      store: folderStore(folder()),
      secret: 'secret',
      database: school.database,
    });
    const clock = {
      timeZone: 'Australia/Sydney',
      now: () => Temporal.Now.instant(),
      today: () => Temporal.Now.plainDateISO().toString(),
    };
    const days = (count: number) => sql`now() - make_interval(days => ${count})`;
    const save = async () => files.save('student-profile', { bytes: png, type: 'image/png' }, null);
    const [old, young, lost, fresh] = [await save(), await save(), await save(), await save()];
    const aged = new Date(Date.now() - 8 * 86_400_000);
    for (const key of [old, young, lost]) await utimes(join(folder(), key), aged, aged);
    await sql`
      update stored_file set created_at = ${aged.toISOString()} where key <> ${fresh}`.execute(
      school.database,
    );
    const set = async (code: string, key: string, age: number) =>
      sql`update student set profile_image = ${key}, archived_at = ${days(age)}
        where student_id = ${code}`.execute(school.database);
    await set('S2', old, 100);
    await set('S3', young, 10);
    const leave = async (age: number) =>
      sql`insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
        select id, (${days(age)})::date, (${days(age)})::date, 'x', 'x' from student
        where student_id = 'S2'`.execute(school.database);
    for (const age of [100, 10]) {
      await leave(age);
      await sql`
        insert into attendance_history (student_id, class_schedule_id, date, to_status, how,
          changed_at)
        values (1, 1, ${date}, 'Present', 'card', ${days(age)})`.execute(school.database);
      await sql`
        insert into student_card (student_id, number, ended_at, reason)
        select id, ${`7${age}`}, ${days(age)}, 'lost' from student
        where student_id = 'S2'`.execute(school.database);
      await sql`
        insert into audit (at, actor, kind, what)
        values (${days(age)}, 'x', 'change', 'x')`.execute(school.database);
      await sql`
        insert into check_in_request (class_schedule_id, date, message, requested_by, requested_at, teacher_id)
        select 1, (${days(age)})::date, 'x', min(id), ${days(age)}, (select min(id) from teacher) from app_user`.execute(
        school.database,
      );
    }
    await sql`
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select id, 1, (${days(100)})::date, 'Absent', 'manual', ${days(100)} from student
      where student_id = 'S2'`.execute(school.database);
    for (const age of [399, 401])
      await sql`
        insert into former_meeting (date, class_schedule_id, transaction, changed_at)
        values ((${days(age)})::date, 1, -1, ${days(age)})`.execute(school.database);
    const retentionDays = nothing;
    const options = {
      database: school.database,
      clock,
      files,
      erasures: join(school.config.dataDir, 'erasures.jsonl'),
    };
    expect(await purgeExpired({ ...options, retentionDays })).toEqual({ ...nothing, files: 1 });
    expect([await files.read(lost), await files.read(fresh)]).toEqual([null, png]);
    const former = await school.pool.query(
      'select current_date - date as age from former_meeting where transaction = -1',
    );
    expect(former.rows).toEqual([{ age: 399 }]);

    const histories = async () =>
      (await school.pool.query('select count(*) as count from attendance_history')).rows[0]
        .count as number;
    const before = await histories();
    const result = await purgeExpired({
      ...options,
      retentionDays: { ...retentionDays, photos: 60, leaves: 60, history: 60, mails: 60 },
    });
    expect(result).toMatchObject({ photos: 1, leaves: 1, files: 1 });
    // What the leave excused stays excused.
    const excused = await school.database.selectFrom('mark_detail').select('excuse').execute();
    expect(excused).toEqual([{ excuse: 'leave' }]);
    expect(result.history).toBeGreaterThanOrEqual(2);
    expect(await histories()).toBeLessThan(before);
    expect([await files.read(old), await files.read(young)]).toEqual([null, png]);
    expect(
      (await school.pool.query('select count(*) as count from check_in_request')).rows[0].count,
    ).toBe(1);
    const cards = await school.pool.query(
      `select number from student_card where ended_at is not null`,
    );
    expect(cards.rows).toEqual([{ number: '710' }]);
    // Nothing that is younger than 30 days is deleted, whatever the setting.
    const left = await histories();
    await purgeExpired({ ...options, retentionDays: { ...retentionDays, history: 1 } });
    expect(await histories()).toBe(left);
    expect(
      (
        await school.pool.query(
          `select count(*) as count from audit where at > now() - interval '30 days'`,
        )
      ).rows[0].count,
    ).toBeGreaterThan(0);
  });

  it('and nothing else deletes history', async () => {
    await expect(school.pool.query('delete from attendance_history')).rejects.toThrow(
      'append-only',
    );
    const pretending = school.database.transaction().execute(async (trx) => {
      await setAct(trx, { purpose: 'retention' });
      await sql`delete from audit`.execute(trx);
    });
    await expect(pretending).rejects.toThrow('append-only');
  });
});
