import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { header, uploadStudents } from '#server/test/student-upload.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import type { FileName } from './columns.ts';
import { checkRows } from './read.ts';
import { runImport } from './run.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());

describe('a file that spells a name in another way (R-KEY-2)', () => {
  const semester = {
    year: '2027',
    semester: '1',
    semester_start_date: '2027-02-01',
    semester_end_date: '2027-06-30',
    class_start_date: '2027-02-08',
    class_end_date: '2027-06-12',
    confirm_clashes: '',
  };
  const holiday = { date_from: '2027-01-01', date_to: '2027-01-02' };
  const cases: [FileName, string, Record<string, string>[], string][] = [
    ['courses', 'name', [{ name: 'Law' }, { name: 'LAW' }], 'already exists'],
    [
      'specializations',
      'specialization_code',
      [
        { specialization: 'A', specialization_code: 'Sp' },
        { specialization: 'B', specialization_code: 'SP' },
      ],
      'already exists',
    ],
    [
      'classrooms',
      'room_number',
      [
        { room_number: 'Aula', capacity: '5', features: '' },
        { room_number: 'aula', capacity: '5', features: '' },
      ],
      'already exists',
    ],
    [
      'semesters',
      'semester',
      [
        { ...semester, batch: 'A' },
        { ...semester, batch: 'a' },
      ],
      'already exists for this year and batch',
    ],
    [
      'holidays',
      'name',
      [
        { ...holiday, name: 'Feast' },
        { ...holiday, name: 'FEAST' },
      ],
      'already exists for these dates',
    ],
  ];
  const load = async (name: FileName, rows: Record<string, string>[]) => {
    const file = checkRows(
      name,
      rows.map((values, at) => ({ line: at + 2, values })),
    );
    expect(file.bad).toEqual([]);
    return runImport(school.database, [file], {
      dryRun: false,
      today: '2026-03-02',
      now: '2026-03-02T00:00:00Z',
      importValid: true,
    });
  };

  it.each(cases)(
    '%s: a second spelling in the file, and of a stored row',
    async (name, column, rows, reason) => {
      const [first, second] = rows;
      expect(await load(name, rows)).toMatchObject({
        bad: [{ line: 3, column, reason }],
        files: [{ created: 1 }],
      });
      expect(await load(name, second ? [second] : [])).toMatchObject({
        bad: [{ line: 2, column, reason }],
      });
      expect(await load(name, first ? [first] : [])).toMatchObject({
        bad: [],
        files: [{ created: 0, updated: 0, unchanged: 1 }],
      });
    },
  );
});

describe('an upload of students', () => {
  const row = (id: string, card: string) => `${id},Mei,Li,1,2005-01-31,${card}`;
  const upload = async (...rows: string[]) =>
    (await uploadStudents(school, [header, ...rows].join('\n'))).body;
  beforeEach(() => sql`delete from student where student_id like 'U%'`.execute(school.database));

  it('has no second spelling of a card, of the file or of another student', async () => {
    expect(await upload(row('U1', 'ab12'), row('U2', 'AB12'))).toMatchObject({
      fail: [{ line: 3, reason: 'AB12 is the card of another student' }],
    });
    expect((await upload(row('U1', 'ab12'))).fail).toEqual([]);
    expect(await upload(row('U2', 'Ab12'))).toMatchObject({
      fail: [{ column: 'rfid_number', reason: 'Ab12 is the card of student U1' }],
    });
  });

  it('leaves a pair that was there before as it is', async () => {
    await upload(row('U1', 'cd34'), row('U2', 'ef56'));
    await sql`alter table student disable trigger user`.execute(school.database);
    await sql`
      update student set rfid_number = 'CD34', key_form = null
      where student_id = 'U2'`.execute(school.database);
    await sql`alter table student enable trigger user`.execute(school.database);
    expect((await upload(row('U1', 'cd34'), row('U2', 'CD34'))).fail).toEqual([]);
    expect((await upload(row('U2', 'CD34'))).fail).toEqual([]);
  });
});
