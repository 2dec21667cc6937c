import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PersonHere, WhoIsHere } from '#contract/attendance/building.ts';
import {
  atTime as at,
  createBuilding,
  day as today,
  linesOf as lines,
} from '#server/test/building.ts';
import type { TestSchool } from '#server/test/test-school.ts';

let building: Awaited<ReturnType<typeof createBuilding>>;
let school: TestSchool;
let call: typeof building.call;
beforeAll(async () => {
  building = await createBuilding();
  ({ school, call } = building);
});
afterAll(() => school.close());

const whoIsHere = () => building.whoIsHere();
const mark: typeof building.mark = (...of) => building.mark(...of);

describe('the list of a roll call that is running (R-HERE-3)', () => {
  let roll_call: number;
  let list: WhoIsHere;
  const person = (student_id: string): Promise<PersonHere> =>
    whoIsHere().then(({ people }) => people.find((one) => one.student_id === student_id)!);
  const start = () => building.start();
  beforeEach(async () => {
    await building.empty();
    roll_call = await start();
    list = await whoIsHere();
  });

  it('who was absent at its start is missing once that mark is taken back', async () => {
    await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    await mark('S1', 'Present');
    await mark('S2', 'Absent');
    roll_call = await start();
    expect(await person('S2')).toMatchObject({ state: 'absent', expected: false });
    const { body } = await school.call('admin', 'POST', 'attendance/withdraw-marks/', {
      class_schedule: await school.classId('mon9'),
      date: today,
      student: await Promise.all(['S1', 'S2'].map((id) => school.studentId(id))),
    });
    expect(body.students).toHaveLength(2);
    const { body: ended } = await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    expect(lines(ended)).toEqual(
      expect.arrayContaining(['S1 not_seen class R1 expected', 'S2 not_seen class R1 expected']),
    );
  });

  it('who comes after its start is added', async () => {
    await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    school.at(at('08:00:00'));
    roll_call = await start();
    expect((await whoIsHere()).people).toHaveLength(2);
    school.at(at('09:00:00'));
    await mark('S3', 'Present');
    const { body } = await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    expect(lines(body)).toContain('S3 present class R1 expected');
    expect(body).toMatchObject({ listed: 3, expected: 1, missing: 1 });
  });

  it('who may have left is expected again once they join a class that is held, or are marked there', async () => {
    await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    for (const student of ['S2', 'S3']) await mark(student, 'Present');
    school.at(at('10:40:00'));
    roll_call = await start();
    expect(lines(await whoIsHere())).toEqual(
      expect.arrayContaining(['S2 present may_have_left R1', 'S3 present may_have_left R1']),
    );
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select id, ${await school.classId('mon10')}, ${today}::date from student
      where student_id in ('S2', 'S3')`.execute(school.database);
    await mark('S3', 'Present', 'mon10');
    const { body } = await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
    await sql`delete from enrolment where class_schedule_id = ${await school.classId('mon10')}
      and student_id in (select id from student where student_id in ('S2', 'S3'))`.execute(
      school.database,
    );
    const room = lines(body)
      .find((line) => line.startsWith('S4'))!
      .split(' ')[3];
    expect(lines(body)).toEqual(
      expect.arrayContaining([
        `S2 not_seen class ${room} expected`,
        `S3 present class ${room} expected`,
      ]),
    );
  });

  it('who joins a class of the list is added', async () => {
    await sql`
      with added as (
        insert into student (student_id, first_name, last_name) values ('NEW1', 'Nia', 'Neu') returning id
      )
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select a.id, ${await school.classId('mon9')}, ${today}::date from added a`.execute(
      school.database,
    );
    // While it runs, and without a stream of events.
    const path = `changes/?roll_call=${roll_call}&since=${list.version}`;
    await expect
      .poll(() => call('admin', 'GET', path).then(({ body }) => lines(body)))
      .toEqual(['NEW1 not_seen class R1 expected']);
    await call('admin', 'POST', `roll-calls/${roll_call}/end/`);
  });
});
