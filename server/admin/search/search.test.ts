import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { SearchGroup, SearchResult } from '#contract/admin/search.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  await school.call('account', 'POST', 'attendance/cohort/create/', {
    name: 'Algebra group',
    year: 2026,
    schedules_id: [await school.classId('mon9')],
  });
  await school.call('account', 'POST', 'attendance/classroom/create/', {
    room_number: '100%_A',
    capacity: 12,
  });
});
afterAll(() => school.close());

async function search(text: string, caller: Caller = 'account'): Promise<SearchResult> {
  const { status, body } = await school.call(
    caller,
    'GET',
    `attendance/search/?text=${encodeURIComponent(text)}`,
  );
  expect(status).toBe(200);
  return body;
}
const studentIds = async (text: string) =>
  (await search(text)).students?.map(({ student_id }) => student_id);

describe('a global search', () => {
  it.each([
    ['the student id', 'S3', ['S3']],
    ['the id in lower case', 's3', ['S3']],
    ['the first name', 'dana', ['S4']],
    ['the beginning of a name', 'da', ['S4']],
    ['the inside of a name', 'mmer', ['S4']],
    ['both names in any order', 'zimmer dana', ['S4']],
    ['letters with accents', 'ÅNGSTRÖM', ['S1']],
    ['the card', '1000004', ['S4']],
    ['the beginning of the card', '10000', ['S1', 'S2', 'S4', 'S5']],
    ['the e-mail', 's5@school', ['S5']],
    ['a name and the beginning of the card', 'dana 1000', ['S4']],
  ])('finds a student by %s', async (_key, text, expected) =>
    expect(await studentIds(text)).toEqual(expected),
  );

  it.each(['王小明', '小明', '小明王', '王 小明'])(
    'finds a student by a name that is written without a space: %s',
    async (text) => {
      await school.call('account', 'POST', 'attendance/students/create/', {
        student_id: 'S9',
        first_name: '小明',
        last_name: '王',
        phone_number: '1',
        date_of_birth: '2004-01-01',
      });
      expect(await studentIds(text)).toEqual(['S9']);
    },
  );

  it.each([
    ['the inside of a card', '00004'],
    ['a word that only another student has', 'dana adams'],
    ['one letter inside a name', 'y'],
    ['wildcards', '%'],
    ['wildcards', '__'],
    ['a backslash', '\\'],
    ['nothing of anybody', 'zzzz'],
  ])('does not find a student by %s (%s)', async (_key, text) =>
    expect(await studentIds(text)).toEqual([]),
  );

  it('finds exact ids first, then words that begin with the text, then words that contain it', async () => {
    await sql`
      insert into student (student_id, first_name, last_name, phone_number, date_of_birth,
        student_mail)
      values ('A1', 'Rosanna', 'Bell', '1', '2004-01-01', null),
        ('B1', 'Zoe', 'Bell', '1', '2004-01-01', null),
        ('C1', 'Anna', 'Quill', '1', '2004-01-01', 'b1@school.example')`.execute(school.database);
    expect(await studentIds('anna')).toEqual(['C1', 'S1', 'A1']);
    expect(await studentIds('b1')).toEqual(['B1', 'C1']);
    await sql`delete from student where student_id in ('A1', 'B1', 'C1')`.execute(school.database);
  });

  it('finds teachers, rooms, cohorts, subjects and classes, each with distinguishing details', async () => {
    expect((await search('tess')).teachers).toEqual([
      {
        id: expect.any(Number),
        first_name: 'Tess',
        last_name: 'Teacher',
        email: 'tess@school.example',
      },
    ]);
    expect((await search('r1')).classrooms).toEqual([
      { id: expect.any(Number), room_number: 'R1', capacity: 30 },
    ]);
    const algebra = await search('algebra');
    expect(algebra.cohorts).toEqual([
      { id: expect.any(Number), name: 'Algebra group', year: 2026 },
    ]);
    expect(algebra.subjects).toEqual([
      { id: expect.any(Number), subject_name: 'Algebra', subject_code: 'MAT1' },
    ]);
    expect((await search('geometry tuesday')).classes).toEqual([
      {
        id: await school.classId('tue14'),
        subject: { subject_name: 'Geometry', subject_code: 'MAT2' },
        day_of_week: 'Tuesday',
        start_time: '14:00',
        end_time: '15:30',
        first_week: 'odd',
        weeks: null,
        group_name: null,
        classroom: { room_number: 'R1' },
        teacher: { first_name: 'Tess', last_name: 'Teacher' },
        co_teachers: [],
        semester: { semester: 1, year: 2026 },
      },
    ]);
    expect((await search('0%_')).classrooms).toMatchObject([{ room_number: '100%_A' }]);
    expect((await search('%')).teachers).toEqual([]);
  });

  it('excludes archived records, and students whose data were erased', async () => {
    const { database } = school;
    for (const table of [
      'student',
      'teacher',
      'classroom',
      'cohort',
      'subject',
      'class_schedule',
    ]) {
      await sql`update ${sql.table(table)} set archived_at = now()`.execute(database);
    }
    for (const text of ['S1', 'tess', 'R1', 'algebra', 'monday']) {
      expect(Object.values(await search(text)).flat()).toEqual([]);
    }
    for (const table of [
      'student',
      'teacher',
      'classroom',
      'cohort',
      'subject',
      'class_schedule',
    ]) {
      await sql`update ${sql.table(table)} set archived_at = null`.execute(database);
    }
    expect(await studentIds('S5')).toEqual(['S5']);
    const erased = await school.studentId('S5');
    expect(
      (
        await school.call('admin', 'POST', `attendance/student-details/${erased}/erase/`, {
          student_id: 'S5',
        })
      ).status,
    ).toBe(200);
    for (const text of ['S5', 'adams', '1000005', '~']) expect(await studentIds(text)).toEqual([]);
  });

  it(`lists at most ${limits.searchRows} of a kind, the same ones each time`, async () => {
    await sql`insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
      select 'L' || n, 'Many', 'Alike', '1', '2004-01-01' from generate_series(10, 40) n`.execute(
      school.database,
    );
    const expected = ['L10', 'L11', 'L12', 'L13', 'L14', 'L15'];
    expect(await studentIds('many alike')).toEqual(expected);
    expect(await studentIds('l')).toEqual(expected);
    expect(await studentIds('lik')).toEqual(expected);
  });

  it('lists the classes of ended semesters last', async () => {
    const before = (await search('mat')).classes!.map(({ id }) => id);
    await sql`
      insert into semester (year, semester, batch, semester_start_date, semester_end_date,
        class_start_date, class_end_date)
      values (2025, 1, '2025', '2025-02-01', '2025-06-30', '2025-02-01', '2025-06-30')`.execute(
      school.database,
    );
    await sql`update class_schedule set semester_id = (select id from semester where year = 2025)
      where id = ${before[0]}`.execute(school.database);
    expect((await search('mat')).classes!.map(({ id }) => id)).toEqual([
      ...before.slice(1),
      before[0],
    ]);
  });
});

describe('permissions', () => {
  const found: Record<'teacher' | 'admin' | 'account', SearchGroup[]> = {
    teacher: ['students', 'classes', 'classrooms', 'subjects'],
    admin: ['students', 'teachers', 'classes', 'classrooms', 'cohorts', 'subjects'],
    account: ['students', 'teachers', 'classes', 'classrooms', 'cohorts', 'subjects'],
  };
  it.each(['teacher', 'admin', 'account'] as const)(
    '%s finds what the role may read; other groups are null',
    async (caller) => {
      const result = await search('al', caller);
      expect(Object.keys(result).filter((kind) => result[kind as SearchGroup] !== null)).toEqual(
        found[caller],
      );
      if (caller === 'teacher')
        expect(JSON.stringify(await search('tess@school.example', caller))).not.toContain('tess@');
    },
  );

  it('not without a sign-in', async () => {
    expect((await school.call('anonymous', 'GET', 'attendance/search/?text=anna')).status).toBe(
      401,
    );
  });
});

describe('invalid search text', () => {
  it.each([
    ['none at all', ''],
    ['nothing', '?text='],
    ['spaces', '?text=%20%20'],
    ['more than 100 characters', `?text=${'x'.repeat(101)}`],
    ['a control character', '?text=a%00b'],
    ['two texts', '?text=a&text=b'],
    ['another parameter', '?text=a&limit=1000'],
  ])('is refused: %s', async (_what, query) => {
    const { status, body } = await school.call('account', 'GET', `attendance/search/${query}`);
    expect({ status, body }).toMatchObject({ status: 400, body: expect.any(Object) });
  });

  it('but 100 characters, and more words than are used, are valid', async () => {
    expect(Object.values(await search('x'.repeat(100))).flat()).toEqual([]);
    expect((await search(Array.from({ length: 30 }, () => 'an').join(' '))).students).not.toEqual(
      [],
    );
  });
});
