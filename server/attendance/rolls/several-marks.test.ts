import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { create, createMarking, monday, type Marking } from '#server/test/marking.ts';
import type { Answer } from '#server/test/test-school.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(() => marking.reset());

describe('several students at once', () => {
  it('are marked present; failures are listed with their reason', async () => {
    await marking.tap('S1');
    const ids = await Promise.all(['S1', 'S2', 'S4'].map(marking.school.studentId));
    const answer = await marking.school.call(
      'teacher',
      'POST',
      'attendance/mark-student-attendance/',
      {
        student: ids,
        class_schedule: marking.mon9,
        date: monday,
      },
    );
    expect(answer.status).toBe(201);
    expect(answer.body.results).toEqual([
      { student_id: 'S1', status: 'already present at 09:15' },
      { student_id: 'S2', status: 'Student Marked Present' },
    ]);
    expect(answer.body.fail).toMatchObject([{ student_id: 'S4' }]);
  });

  it('by id, rejected: the response names the student, not the id', async () => {
    const id = await marking.school.studentId('S4');
    const answer = await marking.school.call('teacher', 'POST', create, {
      student: id,
      class_schedule: marking.mon9,
      date: monday,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.fail).toMatchObject([
      { student_id: 'S4', name: expect.stringMatching(/^\p{L}+ \p{L}/u) },
    ]);
    expect(JSON.stringify(answer.body.fail)).not.toContain(`"student_id":"${id}"`);
  });

  it('are refused together when no student can be marked', async () => {
    const answer = await marking.school.call('teacher', 'POST', create, {
      rfid_number: ['S4', 'S99'],
      class_schedule: marking.mon9,
      date: monday,
    });
    expect(answer.status).toBe(400);
    expect(answer.body).not.toHaveProperty('results');
    expect(answer.body.fail).toMatchObject([
      { student_id: 'S99', status: 'No student has this card or ID' },
      { student_id: 'S4' },
    ]);
  });

  it.each([[[]], ['S1'], [undefined], [[1, 'S1']]])(
    'must be a list with at least one student: %j',
    async (student) => {
      const answer = await marking.school.call(
        'teacher',
        'POST',
        'attendance/mark-student-attendance/',
        {
          student,
          class_schedule: marking.mon9,
          date: monday,
        },
      );
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body)).toEqual(['student']);
      if (!Array.isArray(student) || student.length === 0)
        expect(answer.body.student).toEqual(['Please select a student']);
    },
  );

  it('of other classes are listed with the first 20 of the day: two thousand with hundreds would be a hundred megabytes; a single one with all', async () => {
    await sql`
      with classes as (
        insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
          semester_id, teacher_id, classroom_id)
        select class_type, 1, '12:00'::time + n * interval '1 minute',
          '12:01'::time + n * interval '1 minute', subject_id, semester_id, teacher_id, classroom_id
        from class_schedule, generate_series(1, 30) n where id = ${marking.mon9} returning id
      )
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select s.id, c.id, '2026-02-09' from classes c, student s
      where s.student_id in ('S1', 'S2')`.execute(marking.school.database);
    const [ids, mon9b] = [
      await Promise.all(['S1', 'S2'].map(marking.school.studentId)),
      await marking.school.classId('mon9b'),
    ];
    const mark = (student: number[]) =>
      marking.school.call('teacher', 'POST', 'attendance/mark-student-attendance/', {
        student,
        class_schedule: mon9b,
        date: monday,
      });
    const named = (answer: Answer) =>
      answer.body.fail.map((one: { class_schedules: { start_time: string }[] }) =>
        one.class_schedules.map(({ start_time }) => start_time),
      );
    const starts = (count: number) => [
      '09:00',
      ...Array.from({ length: count - 1 }, (_, at) => `12:${String(at + 1).padStart(2, '0')}`),
    ];
    expect(named(await mark(ids))).toEqual([starts(20), starts(20)]);
    expect(named(await mark([ids[0]!]))).toEqual([starts(31)]);
    await sql`delete from enrolment e using class_schedule c
      where c.id = e.class_schedule_id and c.start_time between '12:01' and '12:30'`.execute(
      marking.school.database,
    );
  });

  it('marked in opposite orders concurrently cause no deadlock', async () => {
    const forth = await Promise.all(['S1', 'S2', 'S3', 'S5'].map(marking.school.studentId));
    const send = (student: number[]) =>
      marking.school.call('teacher', 'POST', 'attendance/mark-student-attendance/', {
        student,
        class_schedule: marking.mon9,
        date: monday,
      });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => send(turn % 2 ? forth : forth.toReversed())),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(await marking.written()).toBe(4);
  });
});
