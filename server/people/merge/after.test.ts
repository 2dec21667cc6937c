import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMerging, type Merging } from '#server/test/merging.ts';

let marking: Merging;
let keep: number;
let remove: number;
beforeAll(async () => {
  marking = await createMerging();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  ({ keep, remove } = await marking.pair());
});

const run: Merging['run'] = (statement) => marking.run(statement);
const call: Merging['call'] = (...of) => marking.call(...of);
const codeOf = (id: number) => marking.codeOf(id);
const merge = (decided?: object, version?: string) => marking.merge(keep, remove, decided, version);

describe('after a merge (R-MERGE-4)', () => {
  it('the one who went stays as it is, and is no duplicate', async () => {
    await merge();
    const restore = await call('admin', 'POST', 'attendance/students/create/', {
      archive: 'restore',
      ids: [remove],
    });
    expect([restore.status, restore.body.detail]).toEqual([
      409,
      'This student was merged with another one',
    ]);
    expect(
      (await call('admin', 'PATCH', `attendance/students/${remove}/`, { batch: 'x' })).status,
    ).toBe(409);
    expect(
      (await call('admin', 'GET', `attendance/student-merge/?keep=${keep}&remove=${remove}`))
        .status,
    ).toBe(409);
    const checks = await call(
      'admin',
      'GET',
      'attendance/checks/findings/?kind=duplicate_students',
    );
    expect(JSON.stringify(checks.body)).not.toContain(await codeOf(keep));
  });

  it('guardians and messages come along, are counted, and are at most ten', async () => {
    const guardians = (id: number, count: number) =>
      run(`insert into guardian (student_id, name, created_at)
        select ${id}, 'Gus ' || n, now() from generate_series(1, ${count}) n`);
    await run(`insert into student_message
        (student_id, day, kind, recipient, state, due_at, created_at)
      select id, date '2026-03-02', 'absence', 'student', 'stopped', now(), now()
      from student where id in (${keep}, ${remove})
      union all
      select ${remove}, date '2026-03-03', 'absence', 'student', 'stopped', now(), now()`);
    await guardians(keep, 6);
    await guardians(remove, 4);
    const { moved, version } = await marking.preview(keep, remove);
    expect(moved).toMatchObject({ guardians: 4, messages: 1 });
    await guardians(remove, 2);
    const path = `attendance/student-merge/?keep=${keep}&remove=${remove}`;
    for (const answer of [await call('admin', 'GET', path), await merge({}, version)])
      expect([answer.status, answer.body.detail]).toEqual([
        409,
        'Together they have 12 guardians, and a student has at most 10: delete 2 of them first.',
      ]);
    await run(`delete from guardian where student_id = ${remove} and name in ('Gus 1', 'Gus 2')`);
    expect((await merge()).status).toBe(200);
    const { rows } = await run<{ guardians: number; messages: number }>(`
      select (select count(*)::int from guardian where student_id = ${keep}) as guardians,
        (select count(*)::int from student_message where student_id = ${keep}) as messages`);
    expect(rows[0]).toMatchObject({ messages: 2 });
    expect(rows[0]!.guardians).toBeLessThanOrEqual(10);
  });

  it('both pages and the audit log name it', async () => {
    await marking.tap(await codeOf(remove));
    await merge();
    const stayed = await call('admin', 'GET', `attendance/student-details/${keep}/merges/`);
    expect(stayed.body).toMatchObject({
      into: null,
      from: [{ id: remove, done_by: 'admin', moved: { marks: 1 } }],
    });
    const gone = await call('admin', 'GET', `attendance/student-details/${remove}/merges/`);
    expect(gone.body).toMatchObject({ into: { id: keep }, from: [] });
    const { rows } = await run<{ about: object }>(
      `select about from audit where what = 'Merge students' order by id desc limit 1`,
    );
    expect(rows[0]!.about).toMatchObject({ student: [keep, remove], marks: 1 });
  });

  it('another merge brings everybody to the last one', async () => {
    await marking.tap(await codeOf(remove));
    await merge();
    const first = keep;
    [remove, keep] = [first, await marking.school.studentId('S3')];
    await merge();
    const { rows } = await run(`select id from student where merged_into = ${keep} order by id`);
    expect(rows).toHaveLength(2);
    expect(await marking.statusOf('S3')).toBe('Present');
  });

  it('an erasure of the one who stays erases what the other row has', async () => {
    await merge();
    const refused = await call('admin', 'POST', `attendance/student-details/${remove}/erase/`, {
      student_id: await codeOf(remove),
    });
    expect(refused.status).toBe(409);
    const erased = await call('admin', 'POST', `attendance/student-details/${keep}/erase/`, {
      student_id: await codeOf(keep),
    });
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    const { rows } = await run(
      `select last_name, rfid_number from student where id in (${keep}, ${remove})`,
    );
    const anonymous = { last_name: 'Student', rfid_number: null };
    expect(rows).toEqual([anonymous, anonymous]);
  });

  it('a mark that is on its way waits for the merge, and says where the student is', async () => {
    const connection = await marking.school.pool.connect();
    try {
      // What a merge does to the row, held before its commit.
      await connection.query('begin');
      await connection.query('select from student where id = $1 for update', [remove]);
      await connection.query(
        'update student set archived_at = now(), merged_into = $1 where id = $2',
        [keep, remove],
      );
      const tapped = marking.tap(await codeOf(remove));
      const waiting = `
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await run(waiting)).rows.length).toBe(1);
      await connection.query('commit');
      expect((await tapped).body.rfid_number[0]).toContain(await codeOf(keep));
      expect((await run('select from attendance')).rows).toEqual([]);
    } finally {
      connection.release();
    }
  });
});
