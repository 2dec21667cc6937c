import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './platform/database/migrate.ts';
import { createDatabase, createPool, type Database } from './platform/database/pool.ts';
import { createEmptyDatabase } from './test/archives.ts';

let database: Database;
beforeAll(async () => {
  database = createDatabase(createPool(await createEmptyDatabase(), 2, () => {}));
  await migrate(database, '0010-privacy');
  await sql`
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth,
      profile_image) values
      ('~2', 'A', 'B', '1', '2005-01-01', 'student-profile/shared.png'),
      ('S2', 'A', 'B', '1', '2005-01-01', 'student-profile/shared.png'),
      ('S3', 'A', 'B', '1', '2005-01-01', '/faces/1.svg')`.execute(database);
  await sql`
    insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave,
      supporting_document)
    select id, '2026-03-02', '2026-03-02', 'x', 'x', 'leave-application/a.pdf' from student
    where student_id = 'S2'`.execute(database);
  await migrate(database);
});
afterAll(() => database.destroy());

const students = async () =>
  (
    await sql<{
      student_id: string;
      profile_image: string;
    }>`select * from student order by id`.execute(database)
  ).rows;

describe('a database from before erasures and files had tables', () => {
  it('has every row and value after the upgrade, including now reserved IDs', async () => {
    expect(await students()).toMatchObject([
      { student_id: '~2', profile_image: 'student-profile/shared.png' },
      { student_id: 'S2', profile_image: 'student-profile/shared.png' },
      { student_id: 'S3', profile_image: '/faces/1.svg' },
    ]);
    await sql`
      update student set phone_number = '2', student_id = student_id
      where student_id = '~2'`.execute(database);
    expect((await students()).map(({ student_id }) => student_id)).toEqual(['~2', 'S2', 'S3']);
  });

  it('knows the owners of its files; a shared one belongs to the first row, and then to the second', async () => {
    const owners = async () =>
      (
        await sql`
          select key, owner_id, released_at is not null as released from stored_file
          order by key`.execute(database)
      ).rows;
    const document = { key: 'leave-application/a.pdf', owner_id: 1, released: false };
    expect(await owners()).toEqual([
      document,
      { key: 'student-profile/shared.png', owner_id: 1, released: false },
    ]);
    await sql`update student set profile_image = null where id = 1`.execute(database);
    expect(await owners()).toEqual([
      document,
      { key: 'student-profile/shared.png', owner_id: 2, released: false },
    ]);
    await sql`update student set profile_image = null where id = 2`.execute(database);
    expect(await owners()).toEqual([
      document,
      { key: 'student-profile/shared.png', owner_id: 2, released: true },
    ]);
  });
});
