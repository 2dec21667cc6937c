import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { students } from '../../../contract/student.ts';
import { listOf } from '../../../contract/fields.ts';
import { openSchool, type School } from '../../test/school.ts';

let school: School;
beforeAll(async () => {
  school = await openSchool();
  await sql`insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
    select 'B' || n, 'First "' || n, E'Last\\n' || n, '1', '2004-01-01' from generate_series(1, 1500) n`.execute(school.database);
});
afterAll(() => school.close());

it('a list that is written out in slices is the list of its pages, row by row as the contract says', async () => {
  const all = await school.call('admin', 'GET', 'attendance/students/?limit=9999');
  expect(all.status).toBe(200);
  expect(all.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(listOf(students.row).parse(all.body)).toEqual(all.body);
  const rows: unknown[] = [];
  for (let page = 1; page <= 16; page++)
    rows.push(...(await school.call('admin', 'GET', `attendance/students/?limit=100&page=${page}`)).body.results);
  expect(all.body).toEqual({ results: rows, total: 1505, next: null, previous: null });
});

it('a user has eight large lists under way that are not read; small ones, other users and those after it go on', async () => {
  // More than the buffers between server and client hold.
  await sql`update student set first_name = repeat('x', 16000) where student_id like 'B%'`.execute(school.database);
  await school.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = school.app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  /** Reads the first line of the answer and nothing more. */
  const ask = async (caller: 'admin' | 'teacher', limit: number): Promise<number> => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const head = `GET /api/v2/attendance/students/?limit=${limit} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${await school.token(caller)}\r\n\r\n`;
    socket.write(head);
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    return Number(/^HTTP\/1.1 (\d+)/.exec(first.toString('latin1'))![1]);
  };
  const statuses: number[] = [];
  for (let number = 0; number < 10; number++) statuses.push(await ask('admin', 9999));
  expect(statuses).toEqual([...Array(8).fill(200), 429, 429]);
  expect([await ask('admin', 20), await ask('teacher', 9999)]).toEqual([200, 200]);
  sockets.forEach((socket) => socket.destroy());
  await expect.poll(() => ask('admin', 9999)).toBe(200);
  sockets.forEach((socket) => socket.destroy());
  await sql`update student set first_name = 'First' where student_id like 'B%'`.execute(school.database);
});

it('a row that is not as the contract says is no answer, in a large list as in a small one', async () => {
  await sql`update student set uuid = gen_random_uuid() where student_id = 'B7'`.execute(school.database);
  await sql`alter table student drop column search`.execute(school.database);
  await sql`alter table student add column search text generated always as ('x') stored`.execute(school.database);
  await sql`alter table student alter column student_id drop not null`.execute(school.database);
  await sql`update student set student_id = null where student_id = 'B7'`.execute(school.database);
  for (const limit of [9999, 20]) {
    expect((await school.call('admin', 'GET', `attendance/students/?limit=${limit}&ordering=-student_id`)).status).toBe(500);
  }
});
