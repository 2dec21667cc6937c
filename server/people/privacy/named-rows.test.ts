import { expect, it } from 'vitest';
import { expectWritten, rosterTests, smallAnswers, smallRoster } from '#server/test/roster.ts';

const { rosters, school } = rosterTests();

const person = { first: 'Yelena', last: 'Halfmoonson', id: 'YH880002' };
const named = `Vocal tuition, ${person.first} ${person.last}`;
const user = (sourcedId: string, identifier: string, rest: object = {}) => ({
  sourcedId,
  enabledUser: 'true',
  role: 'student',
  username: identifier,
  givenName: person.first,
  familyName: person.last,
  identifier,
  orgSourcedIds: 'H',
  email: `${identifier.toLowerCase()}@school.example`,
  ...rest,
});
const member = (sourcedId: string, userSourcedId: string) => ({
  sourcedId,
  classSourcedId: 'K-ALG',
  userSourcedId,
  role: 'student',
  schoolSourcedId: 'H',
});

/** A file whose class, subject and place are called as one of its students is. */
const roster = {
  ...smallRoster,
  courses: smallRoster.courses.map((row) =>
    row.sourcedId === 'C-ALG' ? { ...row, title: named, courseCode: `VOC-${person.id}` } : row,
  ),
  classes: smallRoster.classes.map((row) =>
    row.sourcedId === 'K-ALG'
      ? {
          ...row,
          title: named,
          classCode: person.id,
          location: `At ${person.first} ${person.last}'s`,
        }
      : row,
  ),
  users: [...smallRoster.users, user('U-YH', person.id), user('U-YZ', 'ZZ990001')],
  enrollments: [...smallRoster.enrollments, member('E-YH', 'U-YH'), member('E-YZ', 'U-YZ')],
};

const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await school().call('account', method, `attendance/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
/** Erases the student, and confirms everything that it proposes. */
const erase = async () => {
  const body = { student_id: person.id, redact_notes: true };
  await call('POST', `student-details/${await school().studentId(person.id)}/erase/`, body);
  const { results } = await call('GET', 'erasure-proposals/');
  const ids = results.map(({ id }: { id: number }) => id);
  await call('POST', 'erasure-proposals/decide/', { ids, is_redacted: true });
};

it('what an imported class and its subject are called names an erased student no longer', async () => {
  const report = await rosters.import(roster, smallAnswers);
  expectWritten(report);
  await erase();
  expect(
    await rosters.rows('select title, class_code, location from waiting_class'),
  ).toContainEqual({
    title: 'Vocal tuition, [erased]',
    class_code: '[erased]',
    location: expect.not.stringContaining(person.last),
  });
  const [subject] = await rosters.rows(
    `select id, subject_name, subject_code from subject where subject_name like 'Vocal%'`,
  );
  expect(subject).toMatchObject({
    subject_name: 'Vocal tuition, [erased]',
    // No two subjects have the same code.
    subject_code: `VOC-[erased] ${String(subject?.id)}`,
  });
  const path = `bulk-operations/${report.operation}/rows/?limit=999`;
  const recorded = JSON.stringify(await call('GET', path));
  expect(recorded).not.toContain(person.id);
  // The label of who is called the same is their own.
  const [label] = recorded.match(/[^"]*\(ZZ990001\) in [^"]*/) ?? [];
  expect(label).toBe(`${person.first} ${person.last} (ZZ990001) in Vocal tuition, [erased]`);
  expect(recorded.match(new RegExp(`Vocal[^"]*${person.last}`))).toBeNull();

  // What was redacted on both sides is no change: the class goes, and comes back without the name.
  const undone = await call('POST', `bulk-operations/${report.operation}/undo/`, {});
  expect(await rosters.rows('select from waiting_class')).toEqual([]);
  await call('POST', `bulk-operations/${undone.operation}/undo/`, {});
  const texts = await rosters.rows('select title, class_code, location from waiting_class');
  expect(texts).toHaveLength(2);
  expect(JSON.stringify(texts)).not.toMatch(new RegExp(`${person.last}|${person.id}`));
});

it('two that are called the same then stay two, and a room of the same number is one by chance', async () => {
  expectWritten(await rosters.import(roster, smallAnswers));
  await call('POST', 'courses/create/', { name: `${person.first} ${person.last}` });
  await call('POST', 'courses/create/', { name: `${person.last} ${person.first}` });
  await call('POST', 'classroom/create/', { room_number: person.id, capacity: 1 });
  await call('POST', 'classroom/create/', { room_number: `Room ${person.id}`, capacity: 1 });
  // Somebody has taken what a course would be called.
  const [last] = await rosters.rows('select max(id)::int as id from course');
  await call('POST', 'courses/create/', { name: `[erased] ${String(last?.id)}` });
  await erase();
  const courses = await rosters.rows('select name from course where name like $$[erased]%$$');
  expect(new Set(courses.map(({ name }) => name)).size).toBe(3);
  expect(
    (await rosters.rows('select room_number from classroom order by id')).map(
      ({ room_number }) => room_number,
    ),
  ).toEqual([person.id, expect.stringMatching(/^Room \[erased\] \d+$/)]);
});
