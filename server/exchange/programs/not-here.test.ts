import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarTests } from '#server/test/calendar-import.ts';
import { ascOf } from '#server/test/program-files.ts';

const { school, importText } = calendarTests();

/** The subjects and teachers of the classes that a file made. */
async function classes(): Promise<{ subject: string; teachers: string }[]> {
  const { rows } = await sql<{ subject: string; teachers: string }>`
    select s.subject_code as subject,
      (select string_agg(t.first_name, ' ') from teacher t
        where t.id = any(c.teacher_id || c.co_teacher_ids)) as teachers
    from class_schedule c join subject s on s.id = c.subject_id
    where c.ref like 'calendar:%' order by c.day_of_week, c.start_time, c.id`.execute(
    school().database,
  );
  return rows;
}

it('subjects that are not here are added for all, with the teacher of most of their classes', async () => {
  const file = ascOf({ lesson: { subjectid: 'S2', teacherids: 'P2' } });
  const open = await importText(file);
  expect(open).toMatchObject({ written: false });
  expect(open.questions.filter(({ answer }) => answer === null).map(({ name }) => name)).toEqual([
    'subjects',
  ]);
  const report = await importText(file, { answers: { subjects: 'add', year: '2' } });
  expect(report.counts[0]).toMatchObject({ table: 'subject', created: 1 });
  const { rows } = await sql`
    select subject_code, subject_name, s.year, t.first_name from subject s join teacher t on t.id = s.subject_teacher_id
    where subject_code = 'PHI'`.execute(school().database);
  expect(rows).toEqual([
    { subject_code: 'PHI', subject_name: 'Philosophy', year: 2, first_name: 'Theo' },
  ]);
});

it('subjects whose short names are cut off alike are two subjects, also for the next file', async () => {
  const subject = (id: string, name: string) =>
    `<subject id="${id}" name="${name}" short="Cooking with"/>`;
  const file = ascOf({
    lesson: { subjectid: 'S8' },
    more: '<lesson id="L2" classids="C1" subjectid="S9" periodspercard="1" periodsperweek="1" teacherids="P1" classroomids="R1" groupids="G1" weeksdefid="W3"/>',
    cards: [{}, { lessonid: 'L2', period: '3' }],
  }).replace(
    '</subjects>',
    `${subject('S8', 'Cooking with eggs')}${subject('S9', 'Cooking with fish')}</subjects>`,
  );
  const answers = { subjects: 'add', course: '1', specialization: '1' };
  expect(await importText(file, { answers })).toMatchObject({ written: true });
  const subjects = ['Cooking with', 'Cooking with fish'];
  expect((await classes()).map((one) => one.subject)).toEqual(subjects);
  const again = await importText(file, {});
  expect(again.questions.filter(({ answer }) => answer === null)).toEqual([]);
  expect(again.counts.find(({ table }) => table === 'class_schedule')).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 2,
  });
  expect((await classes()).map((one) => one.subject)).toEqual(subjects);
});

it('a subject, a room or a teacher is a question of its own where not all are added, and may be left out', async () => {
  const file = ascOf({
    lesson: { subjectid: 'S2', teacherids: 'P3' },
    cards: [{ classroomids: 'R9' }],
  });
  const report = await importText(file, { answers: { subjects: 'each', rooms: 'each' } });
  expect(
    report.questions.filter(({ answer }) => answer === null).map(({ label }) => label),
  ).toEqual(['Subject “PHI Philosophy”', 'Room “Lab 9”']);
  const left = await importText(file, {
    answers: {
      subjects: 'each',
      rooms: 'each',
      'subject:phi philosophy': '-',
      'room:lab 9': 'new',
    },
  });
  expect(left).toMatchObject({ written: true, totals: { skipped: 1 } });
  expect(await classes()).toEqual([]);
});

it('many teachers who are not here are one question, which each of them may be instead', async () => {
  const people = Array.from({ length: 6 }, (_, at) => `Q${at}`);
  const file = ascOf({ lesson: { teacherids: people.join(',') } }).replace(
    '</teachers>',
    `${people.map((id) => `<teacher id="${id}" name="Person ${id}" short="${id}"/>`).join('')}</teachers>`,
  );
  const open = await importText(file, {});
  expect(open.questions.filter(({ answer }) => answer === null)).toMatchObject([
    {
      label: '6 teachers who are not here',
      help: expect.stringMatching(/^Person Q0; .*; and 1 more\. Teachers who are added first/),
    },
  ]);
  const each = await importText(file, { answers: { teachers: 'each' } });
  expect(each.questions.filter(({ answer }) => answer === null).map(({ label }) => label)).toEqual(
    people.map((id) => `Teacher “Person ${id}”`),
  );
  const theo = await school()
    .database.selectFrom('teacher')
    .select('id')
    .where('first_name', '=', 'Theo')
    .executeTakeFirstOrThrow();
  const all = await importText(file, { answers: { teachers: String(theo.id) } });
  expect(all).toMatchObject({ written: true, totals: { error: 0 } });
  expect(await classes()).toMatchObject([{ teachers: 'Theo' }]);
});

it('a new subject whose lessons name no teacher is left out, and named', async () => {
  const report = await importText(ascOf({ lesson: { subjectid: 'S2', teacherids: '' } }), {
    answers: { subjects: 'add' },
  });
  expect(report.problems.filter(({ level }) => level === 'skipped')).toMatchObject([
    { column: 'teacher', reason: expect.stringContaining('a new subject needs a teacher') },
  ]);
});
