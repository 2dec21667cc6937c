import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  factsOf,
  studentColumns,
  studentFieldNames,
  type StudentField,
} from '#contract/student-fields.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { png, sendFile, uploadFile } from '#server/test/upload.ts';
import { collectStudentData } from '../privacy/student-data.ts';

/** Columns of the row that are not fields: states, and derived values. */
const notFields = [
  'id',
  'uuid',
  'archived_at',
  'erased_at',
  'created_at',
  'search',
  'key_form',
  'merged_into',
];

let school: TestSchool;
let id: number;
let given: Record<StudentField, string>;
beforeAll(async () => {
  school = await createTestSchool();
  await assertMigrated();
  const examples = studentFieldNames.map((name) => [name, factsOf(name).file?.example ?? '']);
  given = {
    ...Object.fromEntries(examples),
    profile_image: await uploadFile(school, 'student-profile', png, 'me.png'),
  };
  id = (await school.call('account', 'POST', 'attendance/students/create/', given)).body.id;
});
afterAll(() => school.close());

/** @throws one error, instead of one for each test, for a field without its column. */
async function assertMigrated(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'student'`.execute(school.database);
  const columns = rows.map(({ name }) => name);
  const missing = studentFieldNames.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new Error(`Add a migration with student.${missing.join(', ')}`);
}

const stored = async () =>
  (
    await sql<Record<string, string | null>>`select * from student where id = ${id}`.execute(
      school.database,
    )
  ).rows[0]!;

it('every column of a student is a field of the contract, and vice versa', async () => {
  const columns = Object.keys(await stored()).filter((name) => !notFields.includes(name));
  expect(columns.toSorted()).toEqual(studentFieldNames.toSorted());
});

it('the example of the template is accepted unchanged', async () => {
  expect(id).toEqual(expect.any(Number));
  const csv = [
    studentColumns.join(),
    studentColumns
      .map((name) =>
        factsOf(name).file!.example.replace('S1000001', 'S2000001').replace('7000100000', '7'),
      )
      .join(),
  ];
  const answer = await sendFile(
    school,
    'admin',
    '/api/v2/attendance/bulk-student-upload',
    'file',
    Buffer.from(csv.join('\n')),
    'students.csv',
  );
  expect(answer).toMatchObject({ status: 200, body: { created: 1, fail: [] } });
});

describe.each(studentFieldNames)('%s', (name) => {
  it('is in responses, exports, and the student’s own file', async () => {
    const { body } = await school.call('admin', 'GET', `attendance/students/${id}/`);
    if (name === 'profile_image') expect(body[name]).toContain('/file/student-profile/');
    else expect(body[name]).toBe(given[name]);
    const data = await collectStudentData(school.database, id);
    expect(data?.student[name]).toBe((await stored())[name]);
    const { body: csv } = await school.call('admin', 'GET', 'attendance/bulk-student-export/');
    expect(String(csv).split('\n')[0]!.trim().split(',').includes(name)).toBe(
      factsOf(name).file !== undefined,
    );
  });
});

it('an erasure empties every field', async () => {
  const before = await stored();
  await school.call('admin', 'POST', `attendance/student-details/${id}/erase/`, {
    student_id: before.student_id,
  });
  const after = await stored();
  for (const name of studentFieldNames) {
    const { erased } = factsOf(name);
    if (erased === 'placeholder') expect(after[name]).toMatch(/^~/);
    else expect([name, after[name]]).toEqual([name, erased]);
    expect([name, after[name]]).not.toEqual([name, before[name]]);
  }
});
