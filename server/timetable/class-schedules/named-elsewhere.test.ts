import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { classesInWeeks } from '#server/test/classes-in-weeks.ts';

const { school, number, call, add } = classesInWeeks();

it('cohorts, students and the search name all teachers and rooms of a class (R-TEACH-1, R-CLASS-8)', async () => {
  const post = async (path: string, body: object) => (await call('POST', path, body)).body;
  const { id: ann } = await post('teachers/create/', {
    first_name: 'Ann',
    last_name: `Further${number()}`,
    email: `ann.further${number()}@school.example`,
    phone: '1',
  });
  const room_number = `Annex ${number()}`;
  const { id: annex } = await post('classroom/create/', { room_number, capacity: 30 });
  const one = await add({ co_teachers: [ann], more_rooms: [annex] });
  const co_teachers = [{ first_name: 'Ann', last_name: `Further${number()}` }];
  const rooms = `${one.classroom.room_number} (${room_number})`;

  const { id: cohort } = await post('cohort/create/', {
    name: `Shared ${number()}`,
    year: 2026,
    schedules_id: [one.id],
  });
  const { body: cohorts } = await call('GET', `cohort/?id=${cohort}`);
  expect(cohorts.results[0].schedules).toMatchObject([
    {
      classroom: { room_number: one.classroom.room_number },
      more_rooms: [{ room_number }],
      co_teachers,
    },
  ]);

  const { body: found } = await call('GET', `search/?text=Further${number()}`);
  expect(found.classes).toMatchObject([{ co_teachers, classroom: { room_number: rooms } }]);

  const student = (await call('GET', 'students/?limit=1')).body.results[0].id;
  await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    values (${student}, ${one.id}, '2026-02-02')`.execute(school().database);
  const { body: details } = await call('GET', `student-details/${student}/`);
  expect(details.enrolments).toContainEqual(
    expect.objectContaining({
      class_schedule: one.id,
      classroom: { room_number: rooms },
      co_teachers: [expect.objectContaining(co_teachers[0])],
    }),
  );
});
