import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LetterText } from '#contract/messages/letters.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { markMondays } from '#server/test/mondays.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeEach(async () => {
  school = await createTestSchool({ now: '2026-03-30T20:00:00+11:00' });
});
afterEach(() => school.close());

const call = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  caller: Caller = 'admin',
) => school.call(caller, method, `attendance/${path}`, body);

const mark = (student: string, statuses: string) => markMondays(school, student, statuses);
const march = { from_date: '2026-03-01', to_date: '2026-04-30' };
const certificates = async (students: string[], body: object = march, caller: Caller = 'admin') =>
  call(
    'POST',
    'letters/certificates/',
    { student: await Promise.all(students.map((it) => school.studentId(it))), ...body },
    caller,
  );
const numberIn = (text: LetterText) => /[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text.body)?.[0];
const verify = (number: string, caller: Caller = 'admin') =>
  call('GET', `letters/verify/?number=${encodeURIComponent(number)}`, undefined, caller);

describe('a certificate (R-PAPER-3)', () => {
  beforeEach(() => mark('S1', 'PPAP-'));

  it('states period, definition, counted classes, date and number, as the student’s page has them', async () => {
    const answer = await certificates(['S1']);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ total: 1, left_out: [] });
    const [text] = answer.body.letters as LetterText[];
    expect(text!.number).toBe(numberIn(text!));
    // What is to come is not certified.
    expect(text!.body).toContain('from 1 March 2026 to 30 March 2026');
    expect(text!.body).toContain('Attendance rate: 75%');
    expect(text!.body).toContain('Classes that count: 4');
    expect(text!.body).toContain('(MAT1): 3 of 4 classes, 75%');
    expect(text!.body).toContain('A class counts when it took place');
    expect(text!.body).toContain('\n30 March 2026\n');
    // Of all that the student’s page shows.
    const whole = await certificates(['S1'], { from_date: '2026-01-01', to_date: '2026-03-30' });
    const { body } = (whole.body.letters as LetterText[])[0]!;
    const page = (await call('GET', `student-details/${text!.student.id}/`)).body as StudentDetails;
    const stats = page.attendance;
    const sum = (name: 'present' | 'absent' | 'not_taken') =>
      stats.reduce((total, one) => total + one[name], 0);
    expect(body).toContain(`Attended: ${sum('present')} `);
    expect(body).toContain(`Absent: ${sum('absent')} `);
    expect(body).toContain(`Classes without recorded attendance: ${sum('not_taken')}`);
  });

  it('counts days of the enrolment, without cancelled classes; an approved leave excuses', async () => {
    const id = await school.studentId('S1');
    const counts = async () => {
      const [text] = (await certificates(['S1'])).body.letters as LetterText[];
      return /count: (\d+)\nAttended: (\d+) .*\nAbsent: (\d+) \(excused: (\d+)\)/
        .exec(text!.body)
        ?.slice(1)
        .join(' ');
    };
    expect(await counts()).toBe('4 3 1 0');
    await sql`
      insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
      values (${id}, '2026-03-16', '2026-03-16', 'dean@school.example', 'Ill')`.execute(
      school.database,
    );
    expect(await counts()).toBe('3 3 1 1');
    await sql`update class_meeting set status = 'cancelled'
      where class_schedule_id = ${await school.classId('mon9')} and date = '2026-03-02'`.execute(
      school.database,
    );
    expect(await counts()).toBe('2 2 1 1');
    await sql`update enrolment set enrolled_to = '2026-03-20'
      where student_id = ${id} and class_schedule_id = ${await school.classId('mon9')}`.execute(
      school.database,
    );
    expect(await counts()).toBe('1 1 1 1');
  });

  it('of a semester counts its classes until today', async () => {
    const { rows } = await sql<{ id: number }>`
      select c.semester_id as id from class_schedule c where c.id = ${await school.classId('mon9')}`.execute(
      school.database,
    );
    const answer = await certificates(['S1'], { semester_id: rows[0]!.id });
    expect(answer.body.letters[0].body).toContain('to 30 March 2026');
    expect(answer.body.letters[0].body).toContain('Classes that count: 4');
  });

  it('is not made for a student without a class that counts, nor for an unknown one', async () => {
    const answer = await certificates(['S1', 'S2']);
    expect(answer.body.letters).toHaveLength(1);
    expect(answer.body.left_out).toEqual([
      { name: expect.any(String), reason: expect.stringContaining('No class of this period') },
    ]);
    const unknown = await call('POST', 'letters/certificates/', { student: [424242], ...march });
    expect(unknown.body).toMatchObject({
      letters: [],
      left_out: [{ name: '424242', reason: 'Unknown student' }],
    });
  });

  it.each([
    [{}, 'from_date'],
    [{ from_date: '2026-03-01' }, 'to_date'],
    [{ from_date: '2026-03-02', to_date: '2026-03-01' }, 'to_date'],
    [{ from_date: '2025-01-01', to_date: '2026-03-01' }, 'from_date'],
    [{ from_date: '2026-04-01', to_date: '2026-04-02' }, 'from_date'],
    [{ semester_id: 424242 }, 'semester_id'],
    [{ ...march, semester_id: 1 }, 'semester_id'],
    [{ ...march, student: [] }, 'student'],
    [{ ...march, student: Array.from({ length: 501 }, (_, at) => at + 1) }, 'student'],
  ])('%j is refused', async (body, field) => {
    expect(await certificates(['S1'], body)).toMatchObject({
      status: 400,
      body: { [field]: [expect.any(String)] },
    });
  });
});

describe('letters (R-PAPER-2)', () => {
  beforeEach(() => mark('S1', 'PAAA-'));

  it('are previewed without being stored', async () => {
    const answer = await certificates(['S1'], { ...march, preview: true });
    expect(answer).toMatchObject({
      status: 200,
      body: { total: 1, letters: [{ id: null, number: null, body: expect.any(String) }] },
    });
    const { rows } = await sql`select from letter`.execute(school.database);
    expect(rows).toEqual([]);
  });

  it('stay as they were made, whatever the template and the marks become', async () => {
    const [made] = (await certificates(['S1'])).body.letters as LetterText[];
    await call('PATCH', 'templates/certificate/', {
      title: 'Another title',
      body: '{{student_name}} {{from_date}} {{to_date}} {{counted}} {{definition}} {{date}} {{number}}',
      version: 0,
    });
    await mark('S1', '----A');
    const again = await call('GET', `letters/${made!.id}/`);
    expect(again.body).toMatchObject({
      title: made!.title,
      body: made!.body,
      number: made!.number,
    });
    const [next] = (await certificates(['S1'])).body.letters as LetterText[];
    expect(next).toMatchObject({ title: 'Another title' });
    expect(next!.number).not.toBe(made!.number);
    const list = (await call('GET', `letters/?student=${made!.student.id}`)).body;
    expect(list.results.map(({ number }: { number: string }) => number)).toEqual([
      next!.number,
      made!.number,
    ]);
  });

  it('are listed for the whole institute, found by number, student, kind and day', async () => {
    await mark('S2', 'PPPP-');
    const [first] = (await certificates(['S1'])).body.letters as LetterText[];
    school.at('2026-03-31T09:00:00+11:00');
    const [second] = (await certificates(['S2'])).body.letters as LetterText[];
    const found = async (query: string) => {
      const { body } = await call('GET', `letters/?${query}`);
      expect(body.total).toBe(body.results.length);
      return body.results.map(({ number }: { number: string }) => number);
    };
    expect(await found('')).toEqual([second!.number, first!.number]);
    expect(await found('ordering=made_at')).toEqual([first!.number, second!.number]);
    expect(await found(`search=${first!.number!.slice(0, 6).toLowerCase()}`)).toEqual([
      first!.number,
    ]);
    expect(await found('search=s2')).toEqual([second!.number]);
    expect(await found('from_date=2026-03-31')).toEqual([second!.number]);
    expect(await found('to_date=2026-03-30')).toEqual([first!.number]);
    expect(await found('kind=warning_letter')).toEqual([]);
    expect(await found(`student=${first!.student.id}&search=%25`)).toEqual([]);
    expect((await call('GET', 'letters/', undefined, 'teacher')).status).toBe(403);
  });

  it('are verified by their number, typed in any way', async () => {
    const [made] = (await certificates(['S1'])).body.letters as LetterText[];
    for (const typed of [made!.number!, made!.number!.toLowerCase().replaceAll('-', ' ')])
      expect(await verify(typed, 'teacher')).toMatchObject({
        status: 200,
        body: { body: made!.body, kind: 'certificate', erased: false },
      });
    expect((await verify('0000-0000-0000')).status).toBe(404);
    expect(await verify('12')).toMatchObject({
      status: 400,
      body: { number: [expect.any(String)] },
    });
  });

  it('take the name of a student as it is, never as a field', async () => {
    await sql`update student set first_name = '{{student_id}}', last_name = '<b>$1</b>'
      where student_id = 'S1'`.execute(school.database);
    const [made] = (await certificates(['S1'])).body.letters as LetterText[];
    expect(made!.body).toContain('{{student_id}} <b>$1</b>');
  });

  it('lose their text with the data of the student, and stay genuine', async () => {
    const [made] = (await certificates(['S1'])).body.letters as LetterText[];
    const { id } = made!.student;
    expect((await call('POST', `student-details/${id}/erase/`, { student_id: 'S1' })).status).toBe(
      200,
    );
    expect((await verify(made!.number!)).body).toMatchObject({
      erased: true,
      title: null,
      body: null,
      student: { first_name: expect.not.stringContaining(made!.student.first_name) },
    });
    expect((await call('GET', `letters/${made!.id}/`)).status).toBe(404);
    expect((await certificates([], { ...march, student: [id] })).body.left_out).toEqual([
      { name: String(id), reason: 'The data of this student were erased.' },
    ]);
  });

  it('wait for an erasure that has begun, and are not made after it', async () => {
    const id = await school.studentId('S1');
    let making: ReturnType<typeof certificates> | undefined;
    await school.database.transaction().execute(async (trx) => {
      await sql`update student set erased_at = now(), archived_at = now()
        where id = ${id}`.execute(trx);
      making = certificates(['S1']);
      const waiting = async () =>
        (await sql`select from pg_locks where not granted`.execute(trx)).rows.length;
      await expect.poll(waiting).toBeGreaterThan(0);
    });
    expect((await making)?.body).toMatchObject({
      letters: [],
      left_out: [{ reason: 'The data of this student were erased.' }],
    });
  });

  it('are made by who edits students, in one line of the audit log', async () => {
    expect((await certificates(['S1'], march, 'teacher')).status).toBe(403);
    const [made] = (await certificates(['S1'])).body.letters as LetterText[];
    expect((await call('GET', `letters/${made!.id}/`, undefined, 'teacher')).status).toBe(403);
    const { results } = (await call('GET', 'audit/?limit=5')).body;
    expect(results).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          what: 'Make certificates',
          about: expect.objectContaining({ student: [made!.student.id] }),
        }),
      ]),
    );
  });
});

it('a batch is one step: 500 at once, or none (R-PAPER-2)', async () => {
  await mark('S1', 'PPPP-');
  await mark('S2', 'PPAA-');
  const answer = await certificates(['S1', 'S2', 'S1']);
  const numbers = (answer.body.letters as LetterText[]).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(2);
  const { rows } = await sql<{ count: number }>`select count(*) as count from letter`.execute(
    school.database,
  );
  expect(rows[0]!.count).toBe(2);
});
