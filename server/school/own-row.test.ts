import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const admin = 'ada@school.example';
let school: TestSchool;
let [own, other] = [0, 0];
beforeEach(async () => {
  school = await createTestSchool();
  [own, other] = [await school.studentId('S3'), await school.studentId('S1')];
  await sql`update student set student_mail = 'Ada@School.example' where id = ${own}`.execute(
    school.database,
  );
});
afterEach(() => school.close());

const students = async () =>
  (await sql`select * from student order by id`.execute(school.database)).rows;
const refusals = async (): Promise<{ what: string; actor: string }[]> =>
  (await school.call('account', 'GET', 'attendance/audit/?limit=100')).body.results.filter(
    ({ status, actor }: { status: number; actor: string }) => status === 403 && actor === admin,
  );

describe('users and the student who they are (R-ME-5)', () => {
  const all: [string, () => [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object]][] =
    [
      ['change the address', () => ['PATCH', `students/${own}/`, { student_mail: 'a@b.example' }]],
      ['change the card', () => ['PATCH', `students/${own}/`, { rfid_number: '77' }]],
      [
        'give another student theirs',
        () => ['PATCH', `students/${other}/`, { student_mail: 'ADA@school.example' }],
      ],
      [
        'add a student with it',
        () => [
          'POST',
          'students/create/',
          {
            student_id: 'S90',
            first_name: 'A',
            last_name: 'B',
            phone_number: '1',
            date_of_birth: '2005-01-02',
            student_mail: admin,
          },
        ],
      ],
      ['archive it', () => ['POST', 'students/create/', { archive: 'ids', ids: [other, own] }]],
      ['delete it', () => ['DELETE', `students/${own}/`]],
      ['delete it with others', () => ['POST', 'students/bulk-delete/', { ids: [own, other] }]],
      [
        'change its card status',
        () => [
          'POST',
          'students/card-status/',
          { ids: [other, own], card_print_status: 'not_printed' },
        ],
      ],
      ['erase it', () => ['POST', `student-details/${own}/erase/`, { student_id: 'S3' }]],
      [
        'merge it',
        () => ['POST', 'student-merge/', { keep: own, remove: other, version: 'x', exchange: [] }],
      ],
    ];
  it.each(all)('do not %s', async (_what, callOf) => {
    const before = await students();
    const [method, path, body] = callOf();
    const { status } = await school.call('admin', method, `attendance/${path}`, body);
    expect(status).toBe(403);
    expect(await students()).toEqual(before);
    expect(await refusals()).toHaveLength(1);
  });

  it('do not change it by file: a bad row, in the audit log; unchanged rows are taken', async () => {
    const header = 'student_id,first_name,last_name,phone_number,date_of_birth,student_mail';
    const [row] = (
      await sql<Record<string, string>>`select * from student where id = ${own}`.execute(
        school.database,
      )
    ).rows;
    const line = (mail: string) =>
      ['S3', row!.first_name, row!.last_name, row!.phone_number, row!.date_of_birth, mail].join();
    const bo = 'S91,Bo,Li,1,2005-01-02';
    const { body } = await uploadStudents(
      school,
      `${header}\n${line('a@b.example')}\n${bo},${admin}\nS92,Cy,Li,1,2005-01-02,\n`,
      '?mode=valid',
    );
    const reason = 'You cannot change the student who you are: somebody else does it';
    expect(body).toMatchObject({
      created: 1,
      fail: [
        { line: 2, column: 'student_id', reason },
        { line: 3, column: 'student_id', reason },
      ],
    });
    expect((await refusals()).map(({ what }) => what)).toEqual(['Change the own student by file']);
    const same = await uploadStudents(school, `${header}\n${line(row!.student_mail!)}\n${bo},\n`);
    expect(same.body).toMatchObject({ created: 1, unchanged: 1, written: true });
  });

  it('are changed by others', async () => {
    const change = { student_mail: 'a@b.example' };
    const { status } = await school.call('account', 'PATCH', `attendance/students/${own}/`, change);
    expect(status).toBe(200);
  });
});
