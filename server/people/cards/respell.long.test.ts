import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const count = 50_000;
let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  await sql
    .raw(
      `alter table student disable trigger user;
    insert into student (student_id, first_name, last_name, phone_number, date_of_birth, rfid_number, key_form)
    select 'T' || n, 'Mei', 'Li', '1', '2005-01-02', '000' || (2000000 + n), '000' || (2000000 + n)
    from generate_series(1, ${count}) n;
    alter table student enable trigger user;
    insert into student_card (student_id, number, given_at)
    select id, rfid_number, now() from student where student_id like 'T%';
    analyze student; analyze student_card`,
    )
    .execute(school.database);
});
afterAll(() => school.close());

it('fifty thousand stored numbers are rewritten by one call (R-CARD-2)', async () => {
  await school.call('account', 'PATCH', 'attendance/settings/', { card_format: 'decimal' });
  const path = 'attendance/settings/card-numbers/rewrite/';
  const { status, body } = await school.call('account', 'POST', path);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ rewritten: count, unchanged: 0 });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from student s join student_card c on c.student_id = s.id
    where s.rfid_number = c.number and c.ended_at is null and s.student_id like 'T%'
      and s.rfid_number not like '0%'`.execute(school.database);
  expect(rows).toEqual([{ count }]);
});
