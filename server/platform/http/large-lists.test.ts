import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attendanceRecord } from '#contract/marks.ts';
import { students } from '#contract/student.ts';
import { listOf } from '#contract/fields.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  await sql`insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
    select 'B' || n, 'First "' || n, E'Last\\n' || n, '1', '2004-01-01'
    from generate_series(1, 1500) n`.execute(school.database);
});
afterAll(() => school.close());

it('a list that is serialized in slices equals its pages, row by row as in the contract', async () => {
  const all = await school.call('admin', 'GET', 'attendance/students/?limit=9999');
  expect(all.status).toBe(200);
  expect(all.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(listOf(students.row).parse(all.body)).toEqual(all.body);
  const rows: unknown[] = [];
  for (let page = 1; page <= 16; page++)
    rows.push(
      ...(await school.call('admin', 'GET', `attendance/students/?limit=100&page=${page}`)).body
        .results,
    );
  expect(all.body).toEqual({ results: rows, total: 1505, next: null, previous: null });
});

describe('lists with further response shapes', () => {
  beforeAll(async () => {
    await sql`insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select s.id, c.id, '2026-03-02'::date + n, 'Present', 'bulk', now()
      from student s cross join (select min(id) as id from class_schedule) c
      cross join generate_series(1, 7) n`.execute(school.database);
  });

  it('equal their pages as well', async () => {
    const all = await school.call('teacher', 'GET', 'attendance/attendance/?limit=9999');
    expect(listOf(attendanceRecord).parse(all.body)).toEqual(all.body);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) =>
        school.call('teacher', 'GET', `attendance/attendance/?limit=300&page=${page}`),
      ),
    );
    expect(all.body.total).toBe(7 * 1505);
    expect(all.body.results).toHaveLength(9999);
    expect(all.body.results.slice(0, 1200)).toEqual(pages.flatMap(({ body }) => body.results));
  });
});

describe.each([
  ['large lists', 'students/?limit=9999'],
  ['rolls of a thousand students', 'attendance/?class_schedule=1&date=2026-03-09'],
])('a user has eight %s under way that are not read', (_what, large) => {
  it('small ones, other users and later ones are not affected', async () => {
    await sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select id, 1, '2026-02-23' from student where student_id like 'B%'
      on conflict do nothing`.execute(school.database);
    // More than the buffers between server and client.
    await sql`update student set first_name = repeat('x', 8000) where student_id like 'B%'`.execute(
      school.database,
    );
    if (!school.app.server.listening) await school.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = school.app.server.address() as AddressInfo;
    const sockets: Socket[] = [];
    /** Reads the first line of the answer and nothing more. */
    const ask = async (caller: 'admin' | 'teacher', path: string): Promise<number> => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.write(
        `GET /api/v2/attendance/${path} HTTP/1.1\r\nhost: x\r\n` +
          `authorization: Bearer ${await school.token(caller)}\r\n\r\n`,
      );
      const [first] = (await once(socket, 'data')) as [Buffer];
      socket.pause();
      return Number(/^HTTP\/1.1 (\d+)/.exec(first.toString('latin1'))![1]);
    };
    const statuses: number[] = [];
    for (let number = 0; number < 10; number++) statuses.push(await ask('admin', large));
    expect(statuses).toEqual([...Array(8).fill(200), 429, 429]);
    expect([await ask('admin', 'students/?limit=20'), await ask('teacher', large)]).toEqual([
      200, 200,
    ]);
    sockets.forEach((socket) => socket.destroy());
    await expect.poll(() => ask('admin', large), { timeout: 20_000 }).toBe(200);
    sockets.forEach((socket) => socket.destroy());
    await sql`update student set first_name = 'First' where student_id like 'B%'`.execute(
      school.database,
    );
  });
});

it('a roll has as many rows as any list may have', async () => {
  await sql`with more as (
      insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
      select 'M' || n, 'Many', 'Last', '1', '2004-01-01' from generate_series(1, 9000) n
      returning id)
    insert into enrolment (student_id, class_schedule_id, enrolled_from) select id, 1, '2026-02-23'
    from more`.execute(school.database);
  const roll = 'attendance/attendance/?class_schedule=1&date=2026-03-09';
  expect(await school.call('teacher', 'GET', roll)).toMatchObject({
    status: 400,
    body: { class_schedule: [expect.stringContaining('9999')] },
  });
  const found = await school.call('teacher', 'GET', `${roll}&search=many`);
  expect(found.body).toMatchObject({ total: 9000, next: null });
  expect(found.body.results).toHaveLength(9000);
  await sql`
    delete from enrolment
    where student_id in (select id from student where student_id like 'M%')`.execute(
    school.database,
  );
  await sql`delete from student where student_id like 'M%'`.execute(school.database);
});

it('a row that does not match the contract is an error, in a large list as in a small one', async () => {
  await sql`update student set uuid = gen_random_uuid() where student_id = 'B7'`.execute(
    school.database,
  );
  await sql`alter table student drop column search`.execute(school.database);
  await sql`alter table student add column search text generated always as ('x') stored`.execute(
    school.database,
  );
  await sql`alter table student alter column student_id drop not null`.execute(school.database);
  await sql`update student set student_id = null where student_id = 'B7'`.execute(school.database);
  for (const limit of [9999, 20]) {
    expect(
      (
        await school.call(
          'admin',
          'GET',
          `attendance/students/?limit=${limit}&ordering=-student_id`,
        )
      ).status,
    ).toBe(500);
  }
});
