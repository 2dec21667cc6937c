import { describe, expect, it } from 'vitest';
import {
  rosterTests,
  enrollment,
  expectWritten,
  klass,
  problemLines,
  smallAnswers,
  smallRoster,
} from '#server/test/roster.ts';
import { rosterReportLines } from './report-lines.ts';

const { rosters } = rosterTests();

const all = (count: number, how = 'created') => ({ [how]: count });

describe('times (R-ROSTER-7)', () => {
  const times = [
    { classSourcedId: 'K-ALG', weekday: 'Monday', start: '09:00', end: '10:00', room: 'A1' },
    { classSourcedId: 'K-HIS', weekday: 'Monday', start: '09:30', end: '10:30', room: 'A2' },
  ];
  const answers = { ...smallAnswers, new_rooms: 'yes' };

  it('make classes of waiting ones, with their members, but none in two places', async () => {
    const report = await rosters.import({ ...smallRoster, times }, answers);
    expectWritten(report);
    expect(rosters.counts(report)).toMatchObject({
      class_schedule: all(2),
      enrolment: { created: 3, skipped: 1 },
    });
    expect(report.problems.filter(({ level }) => level === 'skipped')).toHaveLength(1);
    expect(
      await rosters.rows(`select s.student_id from enrolment e join student s on s.id = e.student_id
        where s.student_id = 'P2'`),
    ).toHaveLength(1);
    const again = await rosters.import({ ...smallRoster, times });
    expect(rosters.counts(again)).toMatchObject({ class_schedule: { unchanged: 2 } });
  });

  it('that are there twice, or whose room has other capitals, make one class in that room', async () => {
    const again = { ...times[0]!, room: 'a1 ' };
    const report = await rosters.import({ ...smallRoster, times: [...times, again] }, answers);
    expectWritten(report);
    expect(rosters.counts(report)).toMatchObject({ class_schedule: { created: 2 } });
    expect(problemLines(report, 'skipped')).toContain(
      'times.csv:4 classSourcedId: is the same time of the class again',
    );
    expect(
      await rosters.rows(`select id from classroom where lower(room_number) = 'a1'`),
    ).toHaveLength(1);
  });

  it('and a member of a later file who would be in two places is named by the row, if it is there', async () => {
    expectWritten(await rosters.import({ ...smallRoster, times }, answers));
    const left = (enrollments: typeof smallRoster.enrollments) =>
      rosters.import({ ...smallRoster, enrollments });
    const joining = [...smallRoster.enrollments, enrollment('E7', 'K-ALG', 'U-S3')];
    const lineOf = (id: string) => joining.findIndex(({ sourcedId }) => sourcedId === id) + 2;
    const later = await left(joining);
    expectWritten(later);
    expect(problemLines(later, 'skipped')).toEqual([
      // In two places since the first file, and once more not enrolled.
      `enrollments.csv:${lineOf('E5')} -: P2 is in ALG at the same time (ALG Monday 09:00)`,
      `enrollments.csv:${lineOf('E7')} -: tim is in HIS at the same time (HIS Monday 09:30)`,
    ]);
    // Whose rows are not in the file: no line that has nothing to do with it.
    const without = await left(smallRoster.enrollments.slice(0, 1));
    expect(
      without.problems.filter(({ level }) => level === 'skipped').map(({ line }) => line),
    ).toEqual([null, null]);
    expect(rosterReportLines(without)).toContainEqual(
      'left out: enrollments.csv -: tim is in HIS at the same time (HIS Monday 09:30)',
    );
  });

  it('are changed by a later file, and later members join', async () => {
    expectWritten(await rosters.import({ ...smallRoster, times: times.slice(0, 1) }, answers));
    const moved = await rosters.import({
      ...smallRoster,
      times: [{ ...times[0]!, start: '11:00', end: '12:00' }],
    });
    expect(rosters.counts(moved).class_schedule).toEqual({ updated: 1 });
    const later = await rosters.import({
      ...smallRoster,
      enrollments: [...smallRoster.enrollments, enrollment('E7', 'K-ALG', 'U-S3')],
    });
    expectWritten(later);
    expect(rosters.counts(later)).toMatchObject({
      waiting_member: { created: 1, unchanged: 4 },
      enrolment: { created: 1, unchanged: 2 },
    });
    const [one] = await rosters.rows('select count(*)::int as count from class_schedule');
    expect(one).toEqual({ count: 1 });
  });

  it('have weeks where the file has such a column, and keep them where it has none', async () => {
    const weeksOf = async () =>
      rosters.rows('select weeks_text(weeks) as weeks from class_schedule order by id');
    const inWeeks = { ...smallRoster, times: [{ ...times[0]!, weeks: 'W1-3,5' }] };
    expectWritten(await rosters.import(inWeeks, answers));
    expect(await weeksOf()).toEqual([{ weeks: '1-3,5' }]);
    const again = await rosters.import({ ...smallRoster, times: times.slice(0, 1) });
    expect(rosters.counts(again).class_schedule).toEqual({ unchanged: 1 });
    const other = { ...smallRoster, times: [{ ...times[0]!, weeks: 'even' }] };
    expect(rosters.counts(await rosters.import(other)).class_schedule).toEqual({ updated: 1 });
    expect((await weeksOf())[0]?.weeks).toMatch(/^2,4,6/);
    const wrong = await rosters.import({
      ...smallRoster,
      times: [{ ...times[0]!, weeks: '02-Jun' }],
    });
    expect(wrong.problems).toContainEqual(
      expect.objectContaining({ line: 2, column: 'weeks', level: 'skipped' }),
    );
  });

  it('that cannot be read are named', async () => {
    const wrong = [
      { ...times[0]!, weekday: 'Someday' },
      { ...times[0]!, start: '25:00' },
      { ...times[0]!, classSourcedId: 'K-NONE' },
      { ...times[0]!, weekday: 'Sunday' },
      { ...times[0]!, start: '10:00' },
    ];
    const report = await rosters.import({ ...smallRoster, times: wrong }, answers);
    expectWritten(report);
    const skipped = report.problems.filter(({ level }) => level === 'skipped');
    expect(skipped.map(({ line, column, reason }) => [line, column, reason])).toEqual([
      [2, 'weekday', 'must be a weekday, such as Monday, or 1 to 7'],
      [3, 'start', 'must be a time, HH:MM'],
      [4, 'classSourcedId', 'K-NONE is no class that waits for times'],
      [5, '-', 'the day must be one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday'],
      [5, '-', 'the end must be later than the start'],
    ]);
  });
});

describe('how many times there may be (R-ROSTER-9)', () => {
  const at = { classSourcedId: 'K-ALG', weekday: '1', end: '23:00', room: 'A1' };
  const minute = (n: number) => `${10 + Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`;
  const many = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...at, start: minute(n % 600) }));
  const answers = { ...smallAnswers, new_rooms: 'yes' };
  const errorsOf = async (count: number) => {
    const rows = { ...smallRoster, times: many(count) };
    const { problems, counts } = await rosters.import(rows, answers, { dryRun: true });
    expect(counts.map(({ table }) => table)).not.toContain('class_schedule');
    return problems
      .filter(({ level }) => level === 'error')
      .map(({ file, line, reason }) => `${file}:${line} ${reason}`);
  };

  it('of one class, and in all', async () => {
    expect(await errorsOf(21)).toEqual(['times.csv:2 the class has 21 times, and may have 20']);
    expect(await errorsOf(20_001)).toEqual(['times.csv:20002 the file has more than 20,000 rows']);
  });

  it('of one student on a weekday: they would all be compared', async () => {
    const { classes, enrollments } = smallRoster;
    const codes = Array.from({ length: 51 }, (_, n) => `K-${n}`);
    const rows = {
      ...smallRoster,
      classes: [...classes, ...codes.map((code) => klass(code, code, 'C-ALG'))],
      enrollments: [
        ...enrollments,
        ...codes.flatMap((code) => [
          enrollment(`${code}-T`, code, 'U-T1', 'teacher'),
          enrollment(`${code}-S`, code, 'U-S1'),
        ]),
      ],
      times: codes.map((classSourcedId) => ({ ...at, classSourcedId, start: '22:00' })),
    };
    const { problems } = await rosters.import(rows, answers, { dryRun: true });
    expect(problems.filter(({ level }) => level === 'error')).toMatchObject([
      { file: 'times.csv', reason: 'P1 would have 51 classes on Mondays: at most 50' },
    ]);
  });

  it('with the members whom they would enrol', async () => {
    expectWritten(await rosters.import(smallRoster, smallAnswers));
    await rosters.rows(`insert into waiting_member (waiting_class_id, student_id, sourced_id)
      select x.waiting_class_id, (select min(id) from student), 'N' || n
      from external_id x, generate_series(1, 100000) n where x.sourced_id = 'K-ALG'`);
    expect(await errorsOf(20)).toEqual([
      'times.csv:1 the times and members make 2,000,040 enrolments: at most 2,000,000 at once',
    ]);
  });
});

describe('periods of members (R-ROSTER-6)', () => {
  const times = [
    { classSourcedId: 'K-ALG', weekday: 'Monday', start: '09:00', end: '10:00', room: 'A1' },
  ];
  const answers = { ...smallAnswers, new_rooms: 'yes' };
  const of = (...periods: [string, string][]) => ({
    ...smallRoster,
    times,
    enrollments: [
      ...smallRoster.enrollments.filter(({ role }) => role === 'teacher'),
      ...periods.map(([beginDate, endDate], at) => ({
        ...enrollment(`M${at}`, 'K-ALG', 'U-S1'),
        beginDate,
        endDate,
      })),
    ],
  });
  const enrolments = () =>
    rosters.rows(
      'select enrolled_from as first, enrolled_to as last from enrolment order by enrolled_from',
    );

  it('that follow each other stay as they are when the file comes again after a mark (R-ROSTER-1)', async () => {
    const rows = of(['', '2026-03-15'], ['2026-03-16', '']);
    expectWritten(await rosters.import(rows, answers));
    const both = [
      { first: '2026-02-02', last: '2026-03-15' },
      { first: '2026-03-16', last: null },
    ];
    expect(await enrolments()).toEqual(both);
    await rosters.rows(`
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select student_id, class_schedule_id, '2026-04-20', 'Present', 'manual', now()
      from enrolment where enrolled_to is null`);
    const again = await rosters.import(rows, {}, { today: '2026-04-21' });
    expectWritten(again);
    expect(again.operation).toBeNull();
    expect(await enrolments()).toEqual(both);
  });

  it('that share days are one, so that the student is on the roll once', async () => {
    const report = await rosters.import(
      of(['2026-03-02', '2026-04-10'], ['2026-04-01', '2026-05-15'], ['2026-05-20', '2026-05-29']),
      answers,
    );
    expectWritten(report);
    expect(await enrolments()).toEqual([
      { first: '2026-03-02', last: '2026-05-15' },
      { first: '2026-05-20', last: '2026-05-29' },
    ]);
  });
});

describe('sessions of classes (R-ROSTER-4)', () => {
  it('are those that classes name, or what they are part of', async () => {
    const classes = [
      klass('K-ALG', 'Algebra A', 'C-ALG', 'T1,T2'),
      klass('K-HIS', 'History A', 'C-HIS', 'Y'),
    ];
    const report = await rosters.import({ ...smallRoster, classes }, smallAnswers);
    expectWritten(report);
    expect(
      await rosters.rows(`select w.title, m.semester from waiting_class w
        join semester m on m.id = w.semester_id order by 1`),
    ).toEqual([
      { title: 'Algebra A', semester: 1 },
      { title: 'History A', semester: 1 },
    ]);
    expect(report.problems).toContainEqual(
      expect.objectContaining({ column: 'termSourcedIds', level: 'note', line: 2 }),
    );
  });

  it('and are never laid over a semester that is here without a question', async () => {
    await rosters.rows(`insert into semester (year, semester, batch, semester_start_date,
      semester_end_date, class_start_date, class_end_date)
      values (2026, 1, '2026', '2026-01-26', '2026-06-30', '2026-02-16', '2026-06-29')`);
    const dry = await rosters.import(smallRoster, smallAnswers, { dryRun: true });
    expect(dry.questions.find(({ name }) => name === 'link:semesters')).toMatchObject({
      answer: null,
      help: expect.stringContaining('T1, 2 Feb – 26 Jun 2026: 2026/1/2026'),
    });
    expect((await rosters.import(smallRoster, smallAnswers)).written).toBe(false);
    const no = await rosters.import(
      smallRoster,
      { ...smallAnswers, 'link:semesters': 'no' },
      { dryRun: true },
    );
    expect(no.problems).toContainEqual(
      expect.objectContaining({ file: 'academicSessions.csv', line: 3, level: 'skipped' }),
    );
    expect(rosters.counts(no).semester).toEqual({ created: 1, skipped: 1 });
    expectWritten(await rosters.import(smallRoster, { ...smallAnswers, 'link:semesters': 'yes' }));
    // Its own class dates stay, within the new ones.
    expect(
      await rosters.rows(`select semester_start_date as first, semester_end_date as last,
        class_start_date, class_end_date from semester where semester = 1`),
    ).toEqual([
      {
        first: '2026-02-02',
        last: '2026-06-26',
        class_start_date: '2026-02-16',
        class_end_date: '2026-06-26',
      },
    ]);
    expectWritten(await rosters.import(smallRoster));
  });

  it('end on the day before, where the file or somebody says so', async () => {
    const report = await rosters.import(smallRoster, { ...smallAnswers, end_dates: 'day_after' });
    expectWritten(report);
    expect(await rosters.rows('select semester_end_date as last from semester order by 1')).toEqual(
      [{ last: '2026-06-25' }, { last: '2026-12-10' }],
    );
  });
});
