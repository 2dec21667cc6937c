import { describe, expect, it } from 'vitest';
import {
  rosterTests,
  changedRow,
  problemLines,
  klass,
  smallAnswers,
  smallRoster,
  user,
} from '#server/test/roster.ts';
import { rosterReportLines } from './report-lines.ts';

// One database for all: nothing is written in dry runs.
const { dry, rosters } = rosterTests('all tests');

describe('answers', () => {
  it.each([
    ['invalid_rows', 'maybe', 'refuse, skip'],
    ['end_dates', 'x', 'last_day, day_after'],
    ['year', '4', '1, 2, 3'],
    ['class_type', 'Party', /^Lecture/],
  ] as const)('to %s are one of its choices', async (name, answer, choices) => {
    const broken = { users: changedRow(smallRoster.users, 0, { role: 'pupil' }) };
    const report = await dry(name === 'invalid_rows' ? broken : {}, { [name]: answer });
    const reason = report.problems.find(({ column }) => column === name)?.reason ?? '';
    expect(reason).toMatch(/^the answer must be one of /);
    expect(reason.slice('the answer must be one of '.length)).toMatch(choices);
  });

  it.each([
    ['batch', 'x'.repeat(51), 'the answer must have at most 50 characters'],
    ['batch', '２０２６', 'the answer must not contain invisible or full-width characters'],
    ['course', 'x'.repeat(201), 'the answer must have at most 200 characters'],
    ['course', 'Sci\u200bence', 'the answer must not contain invisible characters'],
    ['specialization', 'a\u202eb', 'the answer must not contain invisible characters'],
  ])('that are written are checked like the form: %s %j', async (name, answer, problem) => {
    expect(problemLines(await dry({}, { [name]: answer }))).toEqual([`-: ${name}: ${problem}`]);
  });

  it('do not let somebody add a course who may not add one by a form', async () => {
    const by = { user: 1, email: 'a@high.example', role: 'admin', now: '2026-03-01T22:00:00Z' };
    const as = (role: string, course: string) =>
      rosters.import(
        smallRoster,
        { ...smallAnswers, course },
        { by: { ...by, role }, dryRun: true },
      );
    const none =
      'there is no course yet. Only users with the role account add courses: once one was added under Courses, press Check again';
    const empty = await as('admin', 'Science');
    expect(problemLines(empty)).toContain(`-: course: ${none}`);
    // What cannot be answered is no question, and what is refused is not counted.
    expect(empty.questions.map(({ name }) => name)).not.toContain('course');
    expect(empty.counts.map(({ table }) => table)).not.toContain('course');
    const allowed = await as('account', 'Science');
    expect(problemLines(allowed)).toEqual([]);
    expect(allowed.counts).toContainEqual(expect.objectContaining({ table: 'course', created: 1 }));

    await rosters.rows(`insert into course (name) values ('Arts'), ('Science')`);
    const open = await as('admin', '');
    expect(open.questions.find(({ name }) => name === 'course')).toMatchObject({
      answer: null,
      help: expect.stringContaining('Only users with the role account add courses, under Courses'),
      choices: [
        { value: 'Arts', label: 'Arts' },
        { value: 'Science', label: 'Science' },
      ],
    });
    expect(open.counts.map(({ table }) => table)).not.toContain('course');
    const refused = await as('admin', 'Music');
    expect(problemLines(refused)).toEqual([
      '-: course: does not exist, and only users with the role account add courses: choose another one, or have it added under Courses',
    ]);
    expect(refused.counts.map(({ table }) => table)).not.toContain('course');
    expect(problemLines(await as('admin', 'Science'))).toEqual([]);
    await rosters.rows('delete from course');
  });

  it('that name a teacher choose one of the file, or of those here (R-ROSTER-5)', async () => {
    const none = { enrollments: [] };
    const teacher = 'subject_teacher';
    const questionOf = ({ questions }: Awaited<ReturnType<typeof dry>>) =>
      questions.find(({ name }) => name === teacher);
    const open = questionOf(await dry(none));
    expect(open).toMatchObject({
      answer: null,
      choices: [
        { value: 'tara@high.example', label: 'Tara Ng (tara@high.example)' },
        { value: 'ugo@high.example', label: 'Ugo Orr (ugo@high.example)' },
      ],
    });
    expect(open?.help).toMatch(/^2 new subjects have no class with a teacher: Algebra, History\./);
    const more = Array.from({ length: 5 }, (_, number) => ({
      sourcedId: `C-${number}`,
      title: `Art ${number}`,
      courseCode: `A${number}`,
      orgSourcedId: 'H',
    }));
    const many = await dry({ ...none, courses: [...smallRoster.courses, ...more] });
    expect(questionOf(many)?.help).toContain('Algebra, History, Art 0, Art 1, Art 2 and 2 more.');
    const wrong = await dry(none, { [teacher]: 'leo@high.example' });
    const error = 'there is no teacher leo@high.example';
    expect(questionOf(wrong)).toMatchObject({ answer: null, error });
    expect(problemLines(wrong)).toEqual([`-: ${teacher}: ${error}`]);
    expect(problemLines(await dry(none, { [teacher]: 'Ugo@high.example' }))).toEqual([]);
  });

  it('about sessions are helped by their titles and dates (R-ROSTER-4)', async () => {
    const report = await dry({});
    const find = (name: string) => report.questions.find((one) => one.name === name);
    expect(find('sessions')?.choices.map(({ label }) => label)).toEqual([
      'semester: T1, 2 Feb – 26 Jun 2026; T2, 20 Jul – 11 Dec 2026',
      'schoolYear: Y, 2 Feb – 11 Dec 2026',
    ]);
    expect(find('end_dates')?.help).toContain('The file ends “T1” on Friday, 26 Jun 2026.');
    expect(problemLines(report, 'note')).toContain(
      'academicSessions.csv:3 title: “T1, 2 Feb – 26 Jun 2026” is semester 1 of 2026 here',
    );
  });

  it('that link people are yes or no', async () => {
    await rosters.rows(`insert into student (student_id, first_name, last_name, phone_number)
      values ('P1', 'Pia', 'Quist', '')`);
    const report = await dry({}, { 'link:students': 'No' });
    expect(problemLines(report)).toEqual(['-: link:students: the answer must be one of yes, no']);
    await rosters.rows('delete from student');
  });
});

describe('values that become rows of ours', () => {
  it('are checked like the form: school years and room numbers', async () => {
    const { academicSessions } = smallRoster;
    const years = await dry({
      academicSessions: changedRow(academicSessions, 1, { schoolYear: '1900' }),
    });
    expect(problemLines(years, 'skipped')[0]).toBe(
      'academicSessions.csv:3 schoolYear: must be from 1990 to 2200',
    );
    const at = { classSourcedId: 'K-ALG', weekday: '1', start: '09:00', end: '10:00' };
    const rooms = await dry({ times: [{ ...at, room: 'x'.repeat(51) }] }, { new_rooms: 'yes' });
    expect(problemLines(rooms, 'skipped')[0]).toBe(
      'times.csv:2 room: must have at most 50 characters',
    );
    expect(rosters.counts(rooms)).not.toHaveProperty('classroom');
  });
});

describe('a report in a terminal', () => {
  it('has no escape sequences of the file', () => {
    const [line] = rosterReportLines({
      counts: [],
      questions: [],
      problems: [
        {
          file: 'users.csv',
          line: 1,
          column: '\u001b[2J\u001b]0;x\u0007a',
          reason: '\u009b1mb',
          level: 'note',
        },
      ],
      totals: { error: 0, skipped: 0, note: 1 },
      operation: null,
      written: false,
    });
    expect(line).toBe('note: users.csv:1 [2J]0;xa: 1mb');
  });
});

describe('schools (R-ROSTER-4)', () => {
  const { orgs, classes, users } = smallRoster;
  const two = [
    ...orgs,
    { sourcedId: 'L', name: 'Low School', type: 'school', parentSourcedId: 'D' },
  ];
  const rows = {
    orgs: two,
    classes: [...classes, { ...klass('K-L', 'Algebra L', 'C-ALG'), schoolSourcedId: 'L' }],
    users: [...users, { ...user('U-L', 'student', 'Lo', 'Low', 'low', 'L1'), orgSourcedIds: 'L' }],
  };

  it('are a question where there are several; the rows of others are left out', async () => {
    const open = await dry(rows);
    expect(open.questions.find(({ name }) => name === 'schools')).toMatchObject({ answer: null });
    const report = await dry(rows, { schools: 'H' });
    expect(problemLines(report)).toEqual([]);
    expect(rosters.counts(report)).toMatchObject({
      student: { created: 3 },
      waiting_class: { created: 2 },
    });
    expect(problemLines(report, 'skipped')).toEqual([
      'classes.csv:4 schoolSourcedId: belongs to another school',
      'users.csv:7 orgSourcedIds: belongs to another school',
    ]);
    const both = await dry(rows, { schools: 'H, L' });
    expect(rosters.counts(both)).toMatchObject({ student: { created: 4 } });
    expect(problemLines(await dry(rows, { schools: 'X' }))[0]).toBe(
      'orgs.csv:1 sourcedId: there is no school X',
    );
  });

  it('that have too many above them are refused', async () => {
    const chain = Array.from({ length: 60 }, (_, n) => ({
      sourcedId: `L${n}`,
      name: `L${n}`,
      type: 'local',
      parentSourcedId: n === 0 ? 'D' : `L${n - 1}`,
    }));
    expect(problemLines(await dry({ orgs: [...orgs, ...chain.slice(0, 50)] }))).toEqual([]);
    expect(problemLines(await dry({ orgs: [...orgs, ...chain] }))[0]).toBe(
      'orgs.csv:54 parentSourcedId: L50 has more than 50 orgs above it',
    );
  });

  it('that are their own parents are refused', async () => {
    const circular = changedRow(orgs, 0, { parentSourcedId: 'H' });
    expect(problemLines(await dry({ orgs: circular }))).toEqual([
      'orgs.csv:2 parentSourcedId: D is its own parent',
      'orgs.csv:3 parentSourcedId: H is its own parent',
    ]);
  });
});
