import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  await sql`insert into course (name, coordinator_email) values ('Arts', 'dean@school.example')`.execute(
    school.database,
  );
  await sql`insert into specialization (specialization, specialization_code) values ('Logic', 'LOG')`.execute(
    school.database,
  );
  await sql`insert into classroom (room_number, capacity, features)
    values ('F1', 80, '{Projector,Lab}'), ('F2', 12, '{projector}')`.execute(school.database);
  await sql`insert into teacher (first_name, last_name, email, phone, card_number)
    values ('Cara', 'Card', 'cara@school.example', '1', '700')`.execute(school.database);
});
afterAll(() => school.close());

/** The names of the rows that a list finds. */
async function found(path: string, name: string): Promise<string[]> {
  const { status, body } = await school.call('account', 'GET', `attendance/${path}`);
  expect({ path, status }).toEqual({ path, status: 200 });
  return body.results.map((row: Record<string, string>) => row[name]);
}
const idOf = async (table: string, condition: ReturnType<typeof sql>) =>
  (
    await sql<{ id: number }>`select id from ${sql.table(table)} where ${condition}`.execute(
      school.database,
    )
  ).rows[0]!.id;

describe('lists are filtered', () => {
  it('specializations by the courses of their subjects', async () => {
    const [science, arts] = [
      await idOf('course', sql`name = 'Science'`),
      await idOf('course', sql`name = 'Arts'`),
    ];
    const names = (course: string) => found(`specializations/?course=${course}`, 'specialization');
    expect(await names(`${science}`)).toEqual(['Mathematics']);
    expect(await names(`${arts}`)).toEqual([]);
    expect(await names(`${arts},${science}`)).toEqual(['Mathematics']);
  });

  it('courses by the specializations of their subjects, and by their coordinator', async () => {
    const mathematics = await idOf('specialization', sql`specialization_code = 'MAT'`);
    expect(await found(`courses/?specialization=${mathematics}`, 'name')).toEqual(['Science']);
    expect(await found('courses/?has_coordinator=true', 'name')).toEqual(['Arts']);
    expect(await found('courses/?has_coordinator=false', 'name')).toEqual(['Science']);
    expect(
      await found(`courses/?has_coordinator=true&specialization=${mathematics}`, 'name'),
    ).toEqual([]);
  });

  it('classrooms by seats, and by all of the features, whatever their case', async () => {
    const rooms = (query: string) => found(`classroom/?${query}`, 'room_number');
    expect(await rooms('seats=80')).toEqual(['F1']);
    expect(await rooms('features=PROJECTOR')).toEqual(['F1', 'F2']);
    expect(await rooms('features=projector,lab')).toEqual(['F1']);
    expect(await rooms('features=projector&seats=12')).toEqual(['F1', 'F2']);
  });

  it('teachers by the subjects that they teach or have classes of, and by card', async () => {
    const subject = await idOf('subject', sql`subject_code = 'MAT1'`);
    const names = (query: string) => found(`teachers/?${query}`, 'first_name');
    expect(await names('has_card=true')).toEqual(['Cara']);
    expect(await names(`subject=${subject}`)).toEqual(['Tess', 'Theo']);
    await sql`update subject set subject_teacher_id = (
      select id from teacher where first_name = 'Cara') where id = ${subject}`.execute(
      school.database,
    );
    // The classes stay with Tess and Theo.
    expect(await names(`subject=${subject}`)).toEqual(['Cara', 'Tess', 'Theo']);
    expect(await names(`subject=${subject}&has_card=true`)).toEqual(['Cara']);
  });
});
