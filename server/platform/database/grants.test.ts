import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ asApplicationUser: true });
});
afterAll(() => school.close());

describe('the servers’ user of the database', () => {
  it('works with rows', async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from student`.execute(
      school.context.database,
    );
    expect(rows[0]!.count).toBeGreaterThan(0);
    const id = await school.classId('mon9');
    const body = {
      student: [await school.studentId('S1')],
      class_schedule: id,
      date: '2026-03-02',
    };
    expect(
      (await school.call('admin', 'POST', 'attendance/mark-student-attendance/', body)).status,
    ).toBeLessThan(300);
  });

  it.each([
    'create table public.own (id int)',
    'alter table student add column own int',
    'drop table student cascade',
    'truncate student cascade',
    'alter table audit disable trigger all',
    'create or replace function public.own() returns int language sql as $$ select 1 $$',
    'delete from kysely_migration',
    "update kysely_migration set name = 'x'",
    'create extension hstore',
    "copy student to '/tmp/students.csv'",
    "select pg_read_file('/etc/passwd')",
    'alter system set fsync = off',
    'create role other superuser',
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(school.context.database)).rejects.toThrow(
      /permission denied|must be (owner|superuser)/,
    );
  });
});
