import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestSchool, type Answer, type TestSchool } from './test-school.ts';

/** Thursdays at nine of a new teacher in a new room, in a semester of six weeks; the holiday is in week 3. */
export function classesInWeeks() {
  let school: TestSchool;
  let proposed: Record<string, unknown>;
  let semester: number;
  let number = 0;
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    school.call('account', method, `attendance/${path}`, body);

  beforeAll(async () => {
    school = await createTestSchool({ now: '2026-02-02T08:00:00+11:00' });
    // Six weeks, from Wednesday on; the holiday is in week 3.
    const added = await call('POST', 'semesters/create/', {
      year: 2026,
      semester: 2,
      batch: 'weeks',
      semester_start_date: '2026-02-02',
      semester_end_date: '2026-06-30',
      class_start_date: '2026-02-04',
      class_end_date: '2026-03-15',
    });
    semester = added.body.id;
    await call('POST', 'holiday/create/', {
      name: 'Day off',
      date_from: '2026-02-19',
      date_to: '2026-02-19',
    });
  });
  afterAll(() => school.close());

  beforeEach(async () => {
    number++;
    school.at('2026-02-02T08:00:00+11:00');
    const room = { room_number: `W${number}`, capacity: 20 };
    const classroom = (await call('POST', 'classroom/create/', room)).body.id;
    const { rows } = await sql<{ subject: number; teacher: number }>`
      with teacher as (
        insert into teacher (first_name, last_name, email, phone)
        values ('Wim', ${`Number${number}`}, ${`wim${number}@school.example`}, '1') returning id)
      select (select min(id) from subject) as subject, id as teacher from teacher`.execute(
      school.database,
    );
    proposed = {
      class_type: 'Lecture',
      day_of_week: 'Thursday',
      start_time: '09:00',
      end_time: '10:00',
      subject_id: rows[0]!.subject,
      semester_id: semester,
      teacher_id: rows[0]!.teacher,
      classroom_id: classroom,
    };
  });

  return {
    school: () => school,
    semester: () => semester,
    /** What a new class is made of. */
    proposed: () => proposed,
    /** Grows with each test. */
    number: () => number,
    call,
    add: async (more: object = {}): Promise<Answer['body']> =>
      (await call('POST', 'classschedule/create/', { ...proposed, ...more })).body,
    change: (id: number, body: object) => call('PATCH', `classschedule/${id}/`, body),
    /** Its dates as they are planned, `MM-DD`. */
    async datesOf(id: number): Promise<string[]> {
      const { rows } = await sql<{ date: string }>`
        select to_char(date, 'MM-DD') as date from class_meeting
        where class_schedule_id = ${id} and status = 'scheduled' order by 1`.execute(
        school.database,
      );
      return rows.map(({ date }) => date);
    },
  };
}
