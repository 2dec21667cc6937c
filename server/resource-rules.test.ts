import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idsOf, today, type Ids } from './test/cases/case.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';

let school: TestSchool;
let ids: Ids;
beforeAll(async () => {
  school = await createTestSchool();
  ids = await idsOf(school);
});
afterAll(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  school.call('account', method, `attendance/${path}`, body);
const newStudent = {
  student_id: 'S77',
  first_name: 'Mei',
  last_name: 'Li',
  phone_number: '1',
  date_of_birth: '2005-01-31',
};
const newSubject = () => ({
  subject_name: 'Topology',
  subject_code: 'TOP',
  year: 2,
  course_id: ids.course,
  specialization: ids.specialization,
  subject_teacher_id: ids.teacher,
});

describe('a record in use is not deleted, and the message names its uses', () => {
  it.each([
    [
      'teachers',
      () => ids.teacher,
      'This teacher is still used by 2 classes of the timetable and 1 subject. Archive it instead.',
    ],
    ['courses', () => ids.course, 'This course is still used by 2 subjects. Archive it instead.'],
    [
      'classroom',
      () => ids.classroom,
      'This classroom is still used by 5 classes of the timetable. Archive it instead.',
    ],
    [
      'students',
      () => ids.student,
      'This student is still used by 1 enrolment. Archive it instead.',
    ],
    [
      'classschedule',
      () => ids.mon9,
      'This class is still used by 4 enrolments. Archive it instead.',
    ],
  ])('%s', async (path, id, detail) => {
    expect(await call('DELETE', `${path}/${id()}/`)).toMatchObject({
      status: 409,
      body: { detail },
    });
    expect((await call('GET', `${path}/${id()}/`)).status).toBe(200);
  });

  it('several at once: all or none', async () => {
    const { id } = (await call('POST', 'students/create/', newStudent)).body;
    expect(await call('POST', 'students/bulk-delete/', { ids: [id, ids.student] })).toMatchObject({
      status: 409,
      body: {
        detail: '1 of 2 are still used. Archive them instead.',
        fail: [{ id: ids.student, status: 'is still used by 1 enrolment' }],
      },
    });
    expect((await call('GET', `students/${id}/`)).status).toBe(200);
    expect(
      await call('POST', 'students/bulk-delete/', { ids: [id, ids.student, 424_242] }),
    ).toMatchObject({
      status: 409,
      body: {
        detail: '1 of 3 are still used. Archive them instead. 424242 cannot be found.',
        fail: [
          { id: ids.student, status: 'is still used by 1 enrolment' },
          { id: 424_242, status: 'cannot be found' },
        ],
      },
    });
    expect(await call('POST', 'students/bulk-delete/', { ids: [id, 424_242] })).toMatchObject({
      status: 400,
      body: { ids: ['424242 cannot be found'] },
    });
    expect(await call('POST', 'students/bulk-delete/', { ids: [id, id] })).toMatchObject({
      status: 200,
    });
    expect((await call('GET', `students/${id}/`)).status).toBe(404);
  });
});

describe('one answer names every wrong reference, by the name that was sent', () => {
  const gone = ['does not exist'];
  it.each([
    [
      'subjects/create',
      () => ({ ...newSubject(), course_id: 424_242, specialization: 424_242 }),
      { course_id: gone, specialization: gone },
    ],
    [
      'redlistedstudents/create',
      () => ({ student: 'S99', subject: 424_242, attendance_percentage: 50 }),
      { student: gone, subject: gone },
    ],
    [
      'classschedule/create',
      () => ({
        class_type: 'Lecture',
        day_of_week: 'Monday',
        start_time: '09:00',
        end_time: '10:00',
        subject_id: ids.subject,
        semester_id: ids.semester,
        teacher_id: 424_242,
        classroom_id: 424_242,
        order: 0,
      }),
      { teacher_id: gone, classroom_id: gone },
    ],
    [
      'meetings/create',
      () => ({
        class_schedule: 424_242,
        classroom_id: 424_242,
        date: '2026-03-05',
        start_time: '09:00',
        end_time: '10:00',
      }),
      { class_schedule: gone, classroom_id: gone },
    ],
    [
      'studentassignment/create',
      () => ({ class_schedule_id: 424_242, student_id: 'S99' }),
      { class_schedule_id: gone, student_id: gone },
    ],
    [
      'studentcohortassignment/create',
      () => ({ cohort: 424_242, student: 'S99' }),
      { cohort: gone, student: gone },
    ],
    [
      'follow-ups/create',
      () => ({ student: 424_242, subject: 424_242, owner_id: 1, due_on: today }),
      { student: gone, subject: gone },
    ],
  ])('%s', async (path, body, errors) => {
    expect(await call('POST', `${path}/`, body())).toEqual(
      expect.objectContaining({ status: 400, body: errors }),
    );
  });
});

it('the page before one behind the end is the last with rows', async () => {
  const { total } = (await call('GET', 'students/?limit=2')).body;
  const last = Math.ceil(total / 2);
  const previous = async (page: number) =>
    (await call('GET', `students/?limit=2&page=${page}`)).body.previous;
  expect(await previous(last + 7)).toBe(`/api/v2/attendance/students/?limit=2&page=${last}`);
  expect(await previous(last)).toBe(`/api/v2/attendance/students/?limit=2&page=${last - 1}`);
  expect((await call('GET', 'students/?search=zzz&page=3')).body.previous).toBeNull();
});

describe('the exceptions of single resources', () => {
  it('the red list also accepts POST without /create/', async () => {
    const body = { student: 'S4', subject: ids.subject, attendance_percentage: 50 };
    const added = await call('POST', 'redlistedstudents/', body);
    expect(added.status).toBe(201);
    expect((await call('GET', 'students/?in_red_list=true')).body.results).toMatchObject([
      { student_id: 'S4', in_red_list: true },
    ]);
    await call('DELETE', `redlistedstudents/${added.body.id}/`);
  });

  it('a pay code on a class requires permission to edit pay codes', async () => {
    const { id } = (
      await call('POST', 'payrolls/create/', {
        paycode: 'TUT',
        amount: '10',
        paycode_type: 'tutorial_regular',
      })
    ).body;
    const path = `attendance/classschedule/${ids.mon9}/`;
    expect((await school.call('admin', 'PATCH', path, { payroll_id: id })).status).toBe(403);
    expect((await school.call('admin', 'GET', path)).body).not.toHaveProperty('payroll_id');
    expect((await school.call('account', 'PATCH', path, { payroll_id: id })).body).toMatchObject({
      payroll_id: id,
    });
    expect(await call('DELETE', `payrolls/${id}/`)).toMatchObject({ status: 409 });
    const classesOf = async () => (await call('GET', `payrolls/${id}/`)).body.classes;
    expect(await classesOf()).toBe(1);
    await school.call('account', 'PATCH', path, { payroll_id: null });
    expect(await classesOf()).toBe(0);
    expect((await call('DELETE', `payrolls/${id}/`)).status).toBe(204);
  });

  it('a class with attendance keeps its subject and its semester; another weekday holds from then on', async () => {
    const path = `classschedule/${ids.mon9}/`;
    await school.call('teacher', 'POST', 'attendance/attendance/create/', {
      rfid_number: 'S1',
      class_schedule: ids.mon9,
      date: today,
    });
    const { id: semester_id } = (
      await call('POST', 'semesters/create/', {
        year: 2027,
        semester: 1,
        batch: 'next',
        semester_start_date: '2027-02-01',
        semester_end_date: '2027-06-30',
        class_start_date: '2027-02-08',
        class_end_date: '2027-06-12',
      })
    ).body;
    expect(await call('PATCH', path, { semester_id })).toMatchObject({
      status: 400,
      body: {
        semester_id: ['cannot change once attendance has been taken: a new class can take over'],
      },
    });
    expect((await call('PATCH', path, { day_of_week: 'Friday' })).status).toBe(200);
    expect((await call('PATCH', path, { day_of_week: 'Monday', end_time: '10:05' })).status).toBe(
      200,
    );
  });

  it('a room and a teacher whose class has others now cannot be deleted while past classes refer to them', async () => {
    const room = (await call('POST', 'classroom/create/', { room_number: 'Old', capacity: 9 })).body
      .id;
    const teacher = (
      await call('POST', 'teachers/create/', {
        first_name: 'Past',
        last_name: 'Teacher',
        email: 'past@school.example',
        phone: '1',
      })
    ).body.id;
    const path = `classschedule/${ids.mon9}/`;
    const { body } = await call('GET', path);
    await call('PATCH', path, {
      classroom_id: room,
      teacher_id: teacher,
      effective_from: '2026-02-16',
    });
    await call('PATCH', path, {
      classroom_id: body.classroom.id,
      teacher_id: body.teacher.id,
      effective_from: '2026-02-23',
    });
    for (const [resource, id] of [
      ['classroom', room],
      ['teachers', teacher],
    ])
      expect(await call('DELETE', `${resource}/${id}/`)).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/is still used by \d+ class(es)? of the timetable/) },
      });
  });

  it('an archived record accepts no new references, but existing ones stay', async () => {
    const { id } = (await call('POST', 'courses/create/', { name: 'Old' })).body;
    await call('POST', 'courses/create/', { archive: 'ids', ids: [id] });
    expect(
      await call('POST', 'subjects/create/', { ...newSubject(), course_id: id }),
    ).toMatchObject({
      status: 400,
      body: { course_id: ['is archived'] },
    });
    expect(await call('POST', 'courses/create/', { name: 'Old' })).toMatchObject({
      status: 400,
      body: { name: ['already exists'] },
    });
  });

  it('users who may not read a resource cannot see its archive', async () => {
    expect(
      (await school.call('admin', 'GET', 'attendance/bulk-archive/?archive_name=courses')).status,
    ).toBe(403);
    expect(
      (await school.call('teacher', 'GET', 'attendance/bulk-archive/?archive_name=leave')).status,
    ).toBe(403);
    expect(
      (await school.call('teacher', 'GET', 'attendance/bulk-archive/?archive_name=students'))
        .status,
    ).toBe(200);
    expect(
      (await school.call('teacher', 'GET', 'attendance/bulk-archive/?archive_name=secrets')).status,
    ).toBe(400);
  });

  it('holidays that end after a date, and that begin before one', async () => {
    const names = async (query: string) =>
      (await call('GET', `holiday/?${query}`)).body.results.map(
        (row: { name: string }) => row.name,
      );
    expect(await names('start_date=2026-04-06')).toEqual(['Easter']);
    expect(await names('start_date=2026-04-07')).toEqual([]);
    expect(await names('end_date=2026-04-02')).toEqual([]);
  });
});
