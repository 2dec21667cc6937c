import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  atTime as at,
  createBuilding,
  day as today,
  linesOf as lines,
} from '#server/test/building.ts';
import type { TestSchool } from '#server/test/test-school.ts';

let building: Awaited<ReturnType<typeof createBuilding>>;
let school: TestSchool;
beforeAll(async () => {
  building = await createBuilding();
  ({ school } = building);
});
afterAll(() => school.close());
beforeEach(() => building.empty());

const whoIsHere = () => building.whoIsHere();
const mark: typeof building.mark = (...of) => building.mark(...of);

describe('who is here now (R-HERE-1)', () => {
  it('are students with a class now and teachers with a class today, without marks', async () => {
    expect(lines(await whoIsHere())).toEqual([
      'Tess not_seen class R1 expected',
      'S5 not_seen class R1 expected',
      'S1 not_seen class R1 expected',
      'S2 not_seen class R1 expected',
      'S3 not_seen class R1 expected',
      'Theo not_seen class R1 expected',
      'S4 not_seen class R1 expected',
    ]);
  });

  it('with the state that marks, leaves and check-ins say', async () => {
    await mark('S1', 'Present');
    await mark('S2', 'Absent');
    await mark('S5', 'Absent', 'mon9', { excuse: 'sick' });
    await mark('S4', 'Present', 'mon9b', { left_early_minutes: 80 });
    await sql`insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      select id, ${today}, ${today}, 'f@school.example', 'Ill' from student where student_id = 'S3'`.execute(
      school.database,
    );
    const found = lines(await whoIsHere());
    expect(found).toEqual(
      expect.arrayContaining([
        'S1 present class R1 expected',
        'S2 absent class R1',
        'S5 excused class R1',
        'S3 excused class R1',
        'S4 left_early class R1',
      ]),
    );
    await sql`delete from leave`.execute(school.database);
  });

  it('before the end of the class a student who leaves early is present', async () => {
    await mark('S4', 'Present', 'mon9b', { left_early_minutes: 10 });
    expect(lines(await whoIsHere())).toContain('S4 present class R1 expected');
  });

  it('from the opening of the class, and not before', async () => {
    school.at(at('08:44:00'));
    expect(lines(await whoIsHere())).toEqual([
      'Tess not_seen no_class null',
      'Theo not_seen no_class null',
    ]);
    school.at(at('08:45:00'));
    expect((await whoIsHere()).people).toHaveLength(7);
  });

  it('after the class those who were there may have left, and those who were not are not listed', async () => {
    await mark('S1', 'Present');
    await mark('S2', 'Absent');
    school.at(at('11:30:00'));
    expect(lines(await whoIsHere())).toEqual([
      'S1 present may_have_left R1',
      'Tess not_seen no_class null',
      'Theo not_seen no_class null',
    ]);
  });

  it('a check-in says that a teacher is here', async () => {
    const class_schedule = await school.classId('mon9');
    const { status } = await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', {
      class_schedule,
      date: today,
    });
    expect(status).toBe(201);
    expect(lines(await whoIsHere())).toContain('Tess present class R1 expected');
  });

  it('an archived student is not listed', async () => {
    await sql`update student set archived_at = now() where student_id = 'S2'`.execute(
      school.database,
    );
    expect(lines(await whoIsHere()).join()).not.toContain('S2');
    await sql`update student set archived_at = null`.execute(school.database);
  });
});
