import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { calendarOf, calendarTests, mondaysOf } from '#server/test/calendar-import.ts';

const { school, importText, madeClasses: classes } = calendarTests();

const named = (name: string, ...lines: string[]) => calendarOf(`X-WR-CALNAME:${name}`, ...lines);
const first = [...mondaysOf(0, 'MAT1 Algebra', '16'), ...mondaysOf(1, 'MAT1 Algebra', '17')];
const second = [...mondaysOf(0, 'MAT2 Geometry', '18'), ...mondaysOf(1, 'MAT2 Geometry', '19')];
const made = ['MAT1 16:00', 'MAT1 17:00'];
const both = [...made, 'MAT2 18:00', 'MAT2 19:00'];

const answersTo = (
  { questions }: Awaited<ReturnType<typeof importText>>,
  name: string,
  answer: string,
) =>
  Object.fromEntries(
    questions.filter((one) => one.name.startsWith(name)).map((one) => [one.name, answer]),
  );

it('a UID that names another subject is a question, and nothing is written before (R-IMPORT-6)', async () => {
  await importText(calendarOf(...first));
  const open = await importText(calendarOf(...second));
  expect(open.written).toBe(false);
  expect(open.questions.filter(({ answer }) => answer === null)).toEqual([
    expect.objectContaining({
      label: 'Is “MAT2 Geometry” the class that was MAT1 Algebra?',
      choices: [expect.objectContaining({ value: 'other' }), expect.anything()],
    }),
  ]);
  expect(await classes()).toEqual(made);
});

it('answered as another class, both are here, and neither file is a question again', async () => {
  await importText(calendarOf(...first));
  const open = await importText(calendarOf(...second));
  const done = await importText(calendarOf(...second), {
    answers: answersTo(open, 'uid', 'other'),
  });
  expect(done).toMatchObject({ written: true });
  expect(await classes()).toEqual(both);
  for (const text of [first, second]) {
    const again = await importText(calendarOf(...text));
    expect(again).toMatchObject({ written: true, operation: null });
  }
  expect(await classes()).toEqual(both);
});

it('answered as a change, the class has the other subject, and its students', async () => {
  await importText(calendarOf(...first));
  await sql`
    insert into enrolment (student_id, class_schedule_id, enrolled_from)
    select s.id, c.id, '2026-02-09' from student s, class_schedule c
    where s.student_id = 'S1' and c.ref like 'calendar:%' and c.start_time = '17:00'`.execute(
    school().database,
  );
  const changed = [...mondaysOf(0, 'MAT1 Algebra', '16'), ...mondaysOf(1, 'MAT2 Geometry', '17')];
  const open = await importText(calendarOf(...changed));
  const question = open.questions.find(({ answer }) => answer === null);
  expect(question?.help).toContain('one student has joined');
  await importText(calendarOf(...changed), { answers: answersTo(open, 'uid', 'changed') });
  expect(await classes()).toEqual(['MAT1 16:00', 'MAT2 17:00']);
  const { rows } = await sql<{ code: string }>`
    select s.subject_code as code from enrolment e
    join class_schedule c on c.id = e.class_schedule_id join subject s on s.id = c.subject_id
    where c.start_time = '17:00'`.execute(school().database);
  expect(rows).toEqual([{ code: 'MAT2' }]);
});

it('a calendar of another name is a question once, and its UIDs are its own (R-IMPORT-6)', async () => {
  await importText(named('Nursing', ...first));
  const open = await importText(named('Pharmacy', ...second));
  expect(open.written).toBe(false);
  expect(open.questions[0]).toMatchObject({
    name: 'calendar',
    answer: null,
    choices: [
      { value: expect.any(String), label: '“Nursing”, which was imported before' },
      { value: 'new', label: 'Another one, from now on “Pharmacy”' },
    ],
  });
  const done = await importText(named('Pharmacy', ...second), { answers: { calendar: 'new' } });
  expect(done).toMatchObject({ written: true });
  expect(done.questions.map(({ name }) => name)).toEqual(['calendar', 'semester']);
  expect(await classes()).toEqual(both);
  const again = await importText(named('Nursing', ...first));
  expect(again).toMatchObject({ written: true, operation: null });
  expect(again.problems.map(({ reason }) => reason)).not.toContainEqual(
    expect.stringContaining('as it is'),
  );
  expect(again.questions[0]?.answer).not.toBe('new');
});

it('the first named file may claim what was imported before there were sources', async () => {
  await importText(calendarOf(...first));
  await sql`
    update class_schedule set ref = regexp_replace(ref, ':[0-9]+-', ':')`.execute(
    school().database,
  );
  await sql`update import_source set name = 'earlier imports', is_earlier = true`.execute(
    school().database,
  );
  const later = named('Nursing', ...first.map((line) => line.replace('T17', 'T20')));
  const open = await importText(later);
  expect(open.written).toBe(false);
  const [question] = open.questions;
  expect(question?.choices[0]?.label).toBe(
    'The one that was imported before, from now on “Nursing”',
  );
  const answers = { calendar: question?.choices[0]?.value ?? '' };
  expect(await importText(later, { answers })).toMatchObject({ written: true });
  expect(await classes()).toEqual(['MAT1 16:00', 'MAT1 20:00']);
  expect(await importText(later)).toMatchObject({ written: true, operation: null });
});
