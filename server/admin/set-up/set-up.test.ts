import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SetUp } from '#contract/admin/set-up.ts';
import { institute } from '#server/test/institute.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const stateOf = async (school: TestSchool) => {
  const { status, body } = await school.call('admin', 'GET', 'attendance/set-up/');
  expect(status).toBe(200);
  const { steps, ...others }: SetUp = body;
  const named = (isDone: boolean) =>
    steps.filter((it) => it.is_done === isDone).map(({ step }) => step);
  const counts = Object.fromEntries(steps.map(({ step, count }) => [step, count]));
  return { done: named(true), missing: named(false), counts, ...others };
};
const isSetUp = async (school: TestSchool) =>
  (await school.call('teacher', 'GET', 'attendance/class-days/?from=2026-03-02&to=2026-03-02')).body
    .is_set_up;

describe('an empty institute (R-SETUP-1)', () => {
  let school: TestSchool;
  beforeAll(async () => {
    // A teacher, so that somebody can read the day.
    school = await createTestSchool({ rows: { teachers: institute.teachers ?? [] } });
  });
  afterAll(() => school.close());

  it('lacks everything in the order in which it is needed', async () => {
    const { missing, done, is_complete } = await stateOf(school);
    expect(done).toEqual(['teachers']);
    expect(missing).toEqual([
      'settings',
      'courses',
      'subjects',
      'semester',
      'rooms',
      'classes',
      'students',
      'enrolments',
      'cards',
    ]);
    expect(is_complete).toBe(false);
    expect(await isSetUp(school)).toBe(false);
  });

  it('is not for teachers', async () => {
    expect((await school.call('teacher', 'GET', 'attendance/set-up/')).status).toBe(403);
  });
});

describe('an institute that is half set up', () => {
  let school: TestSchool;
  beforeAll(async () => {
    const { students: _later, enrolments: _too, ...rows } = institute;
    school = await createTestSchool({ rows });
  });
  afterAll(() => school.close());

  it('has classes, and lacks students', async () => {
    const { counts, missing, specializations } = await stateOf(school);
    expect(missing).toEqual(['settings', 'students', 'enrolments', 'cards']);
    expect(counts).toMatchObject({ courses: 1, semester: 1, rooms: 1, teachers: 2 });
    expect(specializations).toBe(1);
    expect(counts.classes).toBeGreaterThan(3);
    expect(await isSetUp(school)).toBe(false);
  });

  it('without a specialization the courses are not done', async () => {
    await sql`update specialization set archived_at = now()`.execute(school.database);
    expect((await stateOf(school)).missing).toContain('courses');
    await sql`update specialization set archived_at = null`.execute(school.database);
  });
});

describe('an institute with classes and students', () => {
  let school: TestSchool;
  beforeAll(async () => {
    school = await createTestSchool();
  });
  afterAll(() => school.close());

  it('is complete before its settings were changed; a card is not needed (R-SETUP-1)', async () => {
    const before = await stateOf(school);
    expect(before).toMatchObject({ missing: ['settings'], is_complete: true });
    await sql`update student set rfid_number = null`.execute(school.database);
    expect(await stateOf(school)).toMatchObject({
      missing: ['settings', 'cards'],
      is_complete: true,
    });
    expect(await isSetUp(school)).toBe(true);
  });

  it('rooms are done once they have seats, which no roll needs (R-SETUP-1)', async () => {
    await sql`update classroom set capacity = 0 where id = (select min(id) from classroom)`.execute(
      school.database,
    );
    const state = await stateOf(school);
    expect(state).toMatchObject({ rooms_without_seats: 1, is_complete: true });
    expect(state.missing).toContain('rooms');
    await sql`update classroom set capacity = 20 where capacity = 0`.execute(school.database);
    expect((await stateOf(school)).done).toContain('rooms');
  });

  it('classes of another system are counted while they have no times (R-ROSTER-6)', async () => {
    expect((await stateOf(school)).waiting_classes).toBe(0);
    await sql`
      insert into waiting_class (title, subject_id, semester_id, class_type)
      select 'Waits', subject_id, semester_id, class_type from class_schedule
      order by id limit 1`.execute(school.database);
    expect((await stateOf(school)).waiting_classes).toBe(1);
    await sql`
      insert into external_id (source, kind, sourced_id, waiting_class_id, class_schedule_id)
      select 'other', 'class-time', 'T1', w.id, (select min(id) from class_schedule)
      from waiting_class w`.execute(school.database);
    expect((await stateOf(school)).waiting_classes).toBe(0);
  });

  it('a new setting is counted', async () => {
    const { body } = await school.call('admin', 'GET', 'attendance/settings/');
    const changed = await school.call('admin', 'PATCH', 'attendance/settings/', {
      ...(body.version === undefined ? {} : { version: body.version }),
      late_after_minutes: 7,
    });
    expect([changed.status, changed.body]).toEqual([200, expect.anything()]);
    expect((await stateOf(school)).counts.settings).toBe(1);
  });

  it('needs the next semester once the last one has ended', async () => {
    school.at('2026-07-01T09:00:00+10:00');
    const { missing, is_complete } = await stateOf(school);
    expect(missing).toEqual(['semester', 'classes', 'enrolments', 'cards']);
    expect(is_complete).toBe(false);
    // Its classes had students: it is being set up no longer (R-SETUP-2).
    expect(await isSetUp(school)).toBe(true);
  });
});
