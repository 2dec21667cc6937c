import { sql } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import { createTestSchool, type TestSchool } from './test-school.ts';
import { undoingOf } from './undoing.ts';

/** Week 1 of the copies begins on Monday 13 July, a day before their first class date; week 12 is their last. */
const second = {
  year: 2026,
  semester: 2,
  batch: '2026',
  semester_start_date: '2026-07-06',
  semester_end_date: '2026-10-31',
  class_start_date: '2026-07-14',
  class_end_date: '2026-10-02',
};

/** The copies of the institute's classes, as `copies` names them. */
export const wholeSemester = [
  'MAT1 Monday 09:00 R1 Tess',
  'MAT1 Saturday 09:00 R1 Theo',
  'MAT2 Monday 09:00 R1 Theo',
  'MAT2 Monday 10:00 R1 Theo',
  'MAT2 Tuesday 14:00 R1 Tess',
];

interface ListedClass {
  subject: { subject_code: string };
  day_of_week: string;
  start_time: string;
  classroom: { room_number: string };
  teacher: { first_name: string };
}

/** For each test the institute after its semester, and an empty second one. */
export function copyingSemesters() {
  let school: TestSchool;
  /** The ids of both semesters. */
  const semesters = { source: 0, target: 0 };
  const { call, undo, run } = undoingOf(() => school);
  beforeEach(async () => {
    school = await createTestSchool({ now: '2026-06-13T09:00:00+10:00' });
    semesters.source = (await call('GET', 'semesters/')).body.results[0].id;
    semesters.target = (await call('POST', 'semesters/create/', second)).body.id;
  });
  afterEach(() => school.close());

  const copy = (body: object = {}, more = '') =>
    call('POST', `semesters/${semesters.source}/copy/${more}`, {
      semester_id: semesters.target,
      ...body,
    });
  const change = async (ref: string, body: object) =>
    expect(
      await call('PATCH', `classschedule/${await school.classId(ref)}/`, {
        ...body,
        confirm_clashes: true,
      }),
    ).toMatchObject({ status: 200 });

  return {
    call,
    undo,
    run,
    copy,
    change,
    semesters,
    preview: (body: object = {}) => copy(body, 'preview/'),
    classId: (ref: string) => school.classId(ref),
    at: (instant: string) => school.at(instant),
    /** The classes of the new semester as text: `MAT1 Monday 09:00 R1 Tess`. */
    async copies(): Promise<string[]> {
      const { body } = await call('GET', `classschedule/?semester=${semesters.target}&limit=50`);
      return (body.results as ListedClass[])
        .map(
          ({ subject, day_of_week, start_time, classroom, teacher }) =>
            `${subject.subject_code} ${day_of_week} ${start_time} ${classroom.room_number} ${teacher.first_name}`,
        )
        .toSorted();
    },
    /** The dates of the copy of a class, by its weekday and start. */
    async datesOf(weekday: number, start = '09:00'): Promise<string[]> {
      const { rows } = await sql<{ date: string }>`
        select distinct g.date from class_meeting g join class_schedule c on c.id = g.class_schedule_id
        where c.semester_id = ${semesters.target} and g.status = 'scheduled'
          and extract(isodow from g.date) = ${weekday} and g.start_time = ${start}::time order by 1`.execute(
        school.database,
      );
      return rows.map(({ date }) => date);
    },
    async addTeacher(): Promise<number> {
      const { body } = await call('POST', 'teachers/create/', {
        first_name: 'Nina',
        last_name: 'New',
        email: 'nina@school.example',
        phone: '+61 2 5550 0003',
      });
      return body.id;
    },
  };
}
