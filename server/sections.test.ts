import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classrooms } from '../contract/classroom.ts';
import { cohorts } from '../contract/cohort.ts';
import { courses } from '../contract/course.ts';
import { holidays } from '../contract/holiday.ts';
import { leaves } from '../contract/leave.ts';
import { payCodes } from '../contract/pay-code.ts';
import { redList } from '../contract/red-list.ts';
import type { Section } from '../contract/section.ts';
import { semesters } from '../contract/semester.ts';
import { specializations } from '../contract/specialization.ts';
import { students } from '../contract/student.ts';
import { subjects } from '../contract/subject.ts';
import { teachers } from '../contract/teacher.ts';
import { classSchedules } from '../contract/timetable.ts';
import { openSchool, type School } from './test/school.ts';
import { uploadFile, pdf } from './test/upload.ts';

type Body = Record<string, unknown>;

/** One section's calls: a good body, what it becomes, and what is said to bad ones. */
interface Case {
  section: Section;
  body: () => Promise<Body> | Body;
  /** What the new row shows, beside its id. */
  row: Body;
  /** A change, and what it shows. */
  patch: Body;
  patched: Body;
  /** What finds it. */
  search: string;
  /** Fields that may not be left out, and what is said then. */
  required: Record<string, string>;
  /** Other faults: a part of the body, the field that is told, what it is told. */
  bad: [part: Body, field: string, message: string][];
  /** The field that says that it exists already, if there may be one only. */
  unique?: [field: string, message: string];
}

let school: School;
let ids: {
  course: number;
  specialization: number;
  teacher: number;
  subject: number;
  semester: number;
  classroom: number;
  student: number;
  mon9: number;
};
const today = '2026-03-02';

beforeAll(async () => {
  school = await openSchool();
  const first = async (table: string) =>
    (await sql<{ id: number }>`select min(id) as id from ${sql.table(table)}`.execute(school.database)).rows[0]!.id;
  ids = {
    course: await first('course'),
    specialization: await first('specialization'),
    teacher: await first('teacher'),
    subject: await first('subject'),
    semester: await first('semester'),
    classroom: await first('classroom'),
    student: await school.studentId('S5'),
    mon9: await school.classId('mon9'),
  };
});
afterAll(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  school.call('account', method, `attendance/${path}`, body);
const is = 'is required';
const field = 'field is required';

const cases: Case[] = [
  {
    section: teachers,
    body: () => ({ first_name: 'Nora', last_name: 'Østby', email: 'Nora@School.example', phone: '+61 1' }),
    row: { first_name: 'Nora', last_name: 'Østby', email: 'nora@school.example', phone: '+61 1' },
    patch: { phone: '+61 2' },
    patched: { first_name: 'Nora', phone: '+61 2' },
    search: 'østby nora',
    required: { first_name: is, last_name: is, email: is, phone: is },
    bad: [
      [{ phone: '1'.repeat(16) }, 'phone', 'length should be less than 15 characters'],
      [{ email: 'nora' }, 'email', 'must be an e-mail address'],
    ],
    unique: ['email', 'already exists'],
  },
  {
    section: courses,
    body: () => ({ name: ' Arts ' }),
    row: { name: 'Arts' },
    patch: { name: 'Fine arts' },
    patched: { name: 'Fine arts' },
    search: 'arts',
    required: { name: is },
    bad: [[{ name: 'x'.repeat(201) }, 'name', 'must have at most 200 characters']],
    unique: ['name', 'already exists'],
  },
  {
    section: specializations,
    body: () => ({ specialization: 'Logic', specialization_code: 'LOG' }),
    row: { specialization: 'Logic', specialization_code: 'LOG' },
    patch: { specialization: 'Formal logic' },
    patched: { specialization: 'Formal logic', specialization_code: 'LOG' },
    search: 'log',
    required: { specialization: is, specialization_code: is },
    bad: [],
    unique: ['specialization_code', 'already exists'],
  },
  {
    section: subjects,
    body: () => ({
      subject_name: 'Topology',
      subject_code: 'TOP',
      year: 2,
      course_id: ids.course,
      specialization: ids.specialization,
      subject_teacher_id: ids.teacher,
    }),
    row: {
      subject_name: 'Topology',
      year: 2,
      course: { name: 'Science' },
      specialization: { specialization: 'Mathematics', specialization_code: 'MAT' },
      subject_teacher: { first_name: 'Tess', last_name: 'Teacher' },
    },
    patch: { year: 3 },
    patched: { subject_code: 'TOP', year: 3 },
    search: 'topo tess',
    required: { subject_name: is, subject_code: is, year: is, course_id: is, specialization: is, subject_teacher_id: is },
    bad: [
      [{ year: 4 }, 'year', 'must be from 1 to 3'],
      [{ course_id: 424_242 }, 'course_id', 'does not exist'],
      [{ subject_teacher_id: 'Tess' }, 'subject_teacher_id', 'must be a whole number'],
    ],
    unique: ['subject_code', 'already exists'],
  },
  {
    section: semesters,
    body: () => ({
      year: 2027,
      semester: 2,
      batch: '2027',
      semester_start_date: '2027-02-01',
      semester_end_date: '2027-06-30',
      class_start_date: '2027-02-08',
      class_end_date: '2027-06-11',
    }),
    row: { year: 2027, semester: 2, batch: '2027', class_end_date: '2027-06-11' },
    patch: { class_end_date: '2027-06-18' },
    patched: { year: 2027, class_end_date: '2027-06-18' },
    search: '2027/2',
    required: {
      year: is,
      semester: is,
      batch: is,
      semester_start_date: is,
      semester_end_date: is,
      class_start_date: is,
      class_end_date: is,
    },
    bad: [
      [{ semester: 7 }, 'semester', 'must be from 1 to 6'],
      [{ semester_end_date: '2027-01-01' }, 'semester_end_date', 'must not be before semester start date'],
      [{ class_start_date: '2027-01-31' }, 'class_start_date', 'must not be before semester start date'],
      [{ class_end_date: '2027-07-01' }, 'class_end_date', 'must not be after semester end date'],
      [{ class_end_date: '2027-02-07' }, 'class_end_date', 'must not be before class start date'],
      [{ class_end_date: '2027-02-30' }, 'class_end_date', 'must be a date, YYYY-MM-DD'],
    ],
    unique: ['semester', 'already exists for this year and batch'],
  },
  {
    section: classrooms,
    body: () => ({ room_number: 'R10', capacity: 12 }),
    row: { room_number: 'R10', capacity: 12 },
    patch: { capacity: 0 },
    patched: { room_number: 'R10', capacity: 0 },
    search: 'r10',
    required: { room_number: is, capacity: is },
    bad: [
      [{ capacity: -1 }, 'capacity', 'must be from 0 to 100000'],
      [{ capacity: 1.5 }, 'capacity', 'must be a whole number'],
    ],
    unique: ['room_number', 'already exists'],
  },
  {
    section: holidays,
    body: () => ({ name: 'Anzac Day', date_from: '2026-04-25', date_to: '2026-04-25' }),
    row: { name: 'Anzac Day', date_from: '2026-04-25', date_to: '2026-04-25' },
    patch: { date_to: '2026-04-26' },
    patched: { date_from: '2026-04-25', date_to: '2026-04-26' },
    search: 'anzac',
    required: { name: is, date_from: is, date_to: is },
    bad: [[{ date_to: '2026-04-24' }, 'date_to', 'must be later than or equal to Holiday From date']],
  },
  {
    section: payCodes,
    body: () => ({ paycode: 'LEC', amount: '98.5', paycode_type: 'initial_lecture_doctor', details: '' }),
    row: { paycode: 'LEC', amount: '98.50', paycode_type: 'initial_lecture_doctor', details: null },
    patch: { amount: 100 },
    patched: { paycode: 'LEC', amount: '100.00' },
    search: 'lec',
    required: { paycode: is, amount: is, paycode_type: is },
    bad: [
      [{ amount: '1.005' }, 'amount', 'must be an amount such as 198.50'],
      [{ amount: -1 }, 'amount', 'must be an amount such as 198.50'],
    ],
    unique: ['paycode', 'already exists'],
  },
  {
    section: students,
    body: () => ({
      student_id: 'S77',
      first_name: 'Mei',
      last_name: 'Nguyễn',
      phone_number: '+61 7',
      date_of_birth: '2005-01-31',
      gender: '',
      batch: null,
      rfid_number: '',
    }),
    row: {
      student_id: 'S77',
      gender: null,
      batch: null,
      rfid_number: null,
      student_mail: null,
      card_print_status: null,
      in_red_list: false,
      enrolled: false,
      assigned_cohorts: [],
    },
    patch: { rfid_number: '777' },
    patched: { student_id: 'S77', rfid_number: '777' },
    search: 'mei nguyễn',
    required: { student_id: field, first_name: field, last_name: field, phone_number: field, date_of_birth: field },
    bad: [
      [{ student_id: 'S'.repeat(11) }, 'student_id', 'length should be less than 10 characters'],
      [{ rfid_number: '1'.repeat(16) }, 'rfid_number', 'Length should be less than 15 characters'],
      [{ rfid_number: '1000001' }, 'rfid_number', 'is the card of another student'],
      [{ rfid_number: 'S1' }, 'rfid_number', 'must not be the student ID of another student'],
      [{ date_of_birth: '2005-02-30' }, 'date_of_birth', 'must be a date, YYYY-MM-DD'],
      [{ profile_image: 'https://elsewhere.example/a.png' }, 'profile_image', 'must be the address of an uploaded file'],
    ],
    unique: ['student_id', 'already exists'],
  },
  {
    section: leaves,
    body: async () => ({
      student_id: 'S5',
      leave_from: today,
      leave_to: today,
      faculty_email: 'Dean@school.example',
      reason_for_leave: 'Hospital',
      supporting_document: await uploadFile(school, 'leave-application', pdf, 'letter.pdf'),
    }),
    row: { leave_from: today, faculty_email: 'dean@school.example', student: { student_id: 'S5', first_name: 'Eli', last_name: 'Adams' } },
    patch: { leave_to: '2026-03-05' },
    patched: { leave_from: today, leave_to: '2026-03-05' },
    search: 'adams hospital',
    required: {
      student_id: is,
      leave_from: is,
      leave_to: is,
      faculty_email: is,
      reason_for_leave: is,
      supporting_document: 'Please select a file',
    },
    bad: [
      [{ leave_to: '2026-03-01' }, 'leave_to', 'must be after the start date'],
      [{ student_id: 'S99' }, 'student_id', 'does not exist'],
      [
        { supporting_document: '/file/leave-application/x.pdf?expires=1&signature=x' },
        'supporting_document',
        'must be the address of an uploaded file',
      ],
    ],
  },
  {
    section: redList,
    body: () => ({ student: ids.student, subject: ids.subject, attendance_percentage: 61.236 }),
    row: { student: { student_id: 'S5' }, subject: { subject_code: 'MAT1' }, attendance_percentage: 61.24 },
    patch: { attendance_percentage: 100 },
    patched: { attendance_percentage: 100 },
    search: 'eli mat1',
    required: { student: is, subject: is, attendance_percentage: 'is invalid' },
    bad: [
      [{ attendance_percentage: 0 }, 'attendance_percentage', 'must be greater than 0 and less than 100'],
      [{ attendance_percentage: 100.1 }, 'attendance_percentage', 'must be greater than 0 and less than 100'],
      [{ attendance_percentage: 0.001 }, 'attendance_percentage', 'must be greater than 0 and less than 100'],
    ],
    unique: ['student', 'already on the red list in this subject'],
  },
  {
    section: classSchedules,
    body: () => ({
      class_type: 'Tutorial',
      day_of_week: 'Wednesday',
      start_time: '09:00',
      end_time: '09:40',
      subject_id: ids.subject,
      semester_id: ids.semester,
      teacher_id: ids.teacher,
      classroom_id: ids.classroom,
      color_coding: '#ABCDEF',
    }),
    row: {
      class_type: 'Tutorial',
      day_of_week: 'Wednesday',
      color_coding: '#abcdef',
      payroll_id: null,
      order: 0,
      subject: { subject_code: 'MAT1' },
      number_of_students: 0,
      today_students_stats: { total_students: 0, total_present: 0, total_absent: 0 },
      currentClass: false,
    },
    patch: { end_time: '10:00' },
    patched: { start_time: '09:00', end_time: '10:00' },
    search: 'algebra r1 tess',
    required: {
      class_type: is,
      day_of_week: is,
      start_time: is,
      end_time: is,
      subject_id: is,
      semester_id: is,
      teacher_id: is,
      classroom_id: is,
    },
    bad: [
      [{ end_time: '09:00' }, 'end_time', 'must be after start time'],
      [{ end_time: '08:59' }, 'end_time', 'must be after start time'],
      [{ end_time: '24:00' }, 'end_time', 'must be a time, HH:mm'],
      [{ day_of_week: 'Sunday' }, 'day_of_week', 'must be one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday'],
      [{ color_coding: 'orange' }, 'color_coding', 'must be a colour such as #e59623'],
      [{ payroll_id: 424_242 }, 'payroll_id', 'does not exist'],
    ],
  },
  {
    section: cohorts,
    body: async () => ({ name: 'Blue', year: 2026, schedules_id: [await school.classId('tue14'), ids.mon9] }),
    row: { name: 'Blue', year: 2026, number_of_students: 0, schedules: [{ day_of_week: 'Tuesday' }, { day_of_week: 'Monday', start_time: '09:00' }] },
    patch: { year: 2027 },
    patched: { name: 'Blue', year: 2027, schedules: [{ day_of_week: 'Tuesday' }, { day_of_week: 'Monday' }] },
    search: 'blue',
    required: { name: is, year: is, schedules_id: 'Please add a schedule' },
    bad: [
      [{ schedules_id: [] }, 'schedules_id', 'Please add a schedule'],
      [{ schedules_id: [1, 1] }, 'schedules_id', 'Item already added'],
      [{ schedules_id: [424_242] }, 'schedules_id', 'class 424242 does not exist'],
    ],
    unique: ['name', 'already exists in this year'],
  },
];

const count = async ({ section }: Case) => (await call('GET', `${section.path}/?limit=1`)).body.total as number;

describe.each(cases.map((it) => [it.section.path, it] as const))('%s', (path, it_) => {
  const { section } = it_;

  it('is added, read, found, changed, archived, restored and deleted', async () => {
    const before = await count(it_);
    const body = await it_.body();
    const added = await call('POST', `${path}/create/`, body);
    expect(added).toMatchObject({ status: 201, body: { ...it_.row, id: expect.any(Number) } });
    const { id } = added.body;
    expect((await call('GET', `${path}/${id}/`)).body).toEqual(added.body);
    const list = await call('GET', `${path}/?search=${encodeURIComponent(it_.search)}`);
    expect(list.body.results).toContainEqual(added.body);
    expect((await call('GET', `${path}/?search=${encodeURIComponent(`${it_.search} zzz`)}`)).body).toMatchObject({ total: 0, results: [] });
    expect((await call('GET', `${path}/?id=${id}`)).body).toMatchObject({ total: 1, results: [{ id }] });

    const changed = await call('PATCH', `${path}/${id}/`, it_.patch);
    expect(changed).toMatchObject({ status: 200, body: { ...it_.patched, id } });
    expect((await call('PATCH', `${path}/${id}/`, {})).body).toEqual(changed.body);

    const archive = (what: string) =>
      path === 'teachers'
        ? call('DELETE', `${path}/create/`, { archive: what, ids: [id] })
        : call('POST', `${path}/create/`, { archive: what, ids: [id] });
    expect(await archive('ids')).toMatchObject({ status: 200, body: { results: [{ id, status: 'Archived' }] } });
    expect(await count(it_)).toBe(before);
    expect((await call('GET', `bulk-archive/?archive_name=${path}`)).body).toMatchObject({ total: 1, results: [{ id }] });
    expect((await archive('restore')).status).toBe(200);
    expect(await count(it_)).toBe(before + 1);
    expect((await call('GET', `bulk-archive/?archive_name=${path}`)).body.total).toBe(0);

    expect((await call('DELETE', `${path}/${id}/`)).status).toBe(204);
    expect(await call('GET', `${path}/${id}/`)).toMatchObject({ status: 404, body: { detail: `This ${section.one} was not found` } });
    expect((await call('DELETE', `${path}/${id}/`)).status).toBe(404);
    expect((await call('PATCH', `${path}/${id}/`, it_.patch)).status).toBe(404);
    expect(await count(it_)).toBe(before);
  });

  it.each(Object.entries(it_.required))('asks for %s: "%s"', async (name, message) => {
    const body = await it_.body();
    const before = await count(it_);
    const { [name]: _left, ...rest } = body;
    for (const wrong of [rest, { ...body, [name]: '' }, { ...body, [name]: null }]) {
      expect(await call('POST', `${path}/create/`, wrong)).toMatchObject({ status: 400, body: { [name]: [message] } });
    }
    expect(await count(it_)).toBe(before);
  });

  it('names every field that is missing at once, and a field that it does not know', async () => {
    const { status, body } = await call('POST', `${path}/create/`, { colour: 'red' });
    expect(status).toBe(400);
    expect(body).toEqual({
      ...Object.fromEntries(Object.entries(it_.required).map(([name, message]) => [name, [message]])),
      colour: ['is not a known field'],
    });
  });

  if (it_.bad.length) {
    it.each(it_.bad)('refuses %j: %s %s', async (part, name, message) => {
      const body = { ...(await it_.body()), ...part };
      expect(await call('POST', `${path}/create/`, body)).toMatchObject({ status: 400, body: { [name]: [message] } });
    });

    it('refuses the same in a change, and changes nothing', async () => {
      const { id, ...row } = (await call('POST', `${path}/create/`, await it_.body())).body;
      for (const [part, name, message] of it_.bad) {
        expect(await call('PATCH', `${path}/${id}/`, part)).toMatchObject({ status: 400, body: { [name]: [message] } });
      }
      expect((await call('GET', `${path}/${id}/`)).body).toEqual({ id, ...row });
      await call('DELETE', `${path}/${id}/`);
    });
  }

  if (it_.unique) {
    it('exists only once', async () => {
      const [name, message] = it_.unique!;
      const body = await it_.body();
      const { id } = (await call('POST', `${path}/create/`, body)).body;
      expect(await call('POST', `${path}/create/`, body)).toMatchObject({ status: 400, body: { [name]: [message] } });
      await call('DELETE', `${path}/${id}/`);
    });
  }

  it('answers every kind of nonsense in every field with the field’s name', async () => {
    const body = await it_.body();
    const before = await count(it_);
    const nonsense = [true, -1, 1e300, { a: 1 }, [[]], ['x'], 'x'.repeat(5000), 'a\u0000b', "'; drop table student; --"];
    for (const name of Object.keys(section.fields)) {
      for (const value of nonsense) {
        const answer = await call('POST', `${path}/create/`, { ...body, [name]: value });
        if (answer.status === 201) await call('DELETE', `${path}/${answer.body.id}/`);
        else expect({ name, value, ...answer }).toMatchObject({ status: 400, body: { [name]: expect.arrayContaining([expect.any(String)]) } });
      }
    }
    for (const wrong of [null, [], 'text', 7])
      expect((await call('POST', `${path}/create/`, JSON.stringify(wrong))).status).toBeGreaterThanOrEqual(400);
    expect(await count(it_)).toBe(before);
  });

  it('is ordered by each of its orders, both ways', async () => {
    for (const order of section.orders) {
      const there = await call('GET', `${path}/?ordering=${order}&limit=100`);
      const back = await call('GET', `${path}/?ordering=-${order}&limit=100`);
      const idsOf = (answer: typeof there) => answer.body.results.map((row: { id: number }) => row.id);
      expect(there.status).toBe(200);
      expect(idsOf(back)).toEqual(idsOf(there).reverse());
    }
    expect(await call('GET', `${path}/?ordering=secret`)).toMatchObject({ status: 400, body: { ordering: ['cannot be ordered by this'] } });
  });

  it('refuses filters that it does not know, and bad values of those that it does', async () => {
    expect(await call('GET', `${path}/?colour=red`)).toMatchObject({ status: 400, body: { colour: ['is not a known field'] } });
    for (const name of Object.keys(section.filters)) {
      const { status, body } = await call('GET', `${path}/?${name}=%27nonsense`);
      // Text may be anything; it only finds nothing.
      if (status !== 200) expect({ name, status, body }).toMatchObject({ status: 400, body: { [name]: [expect.any(String)] } });
      else expect({ name, total: body.total }).toEqual({ name, total: 0 });
    }
    for (const query of ['limit=0', 'limit=10000', 'page=0', 'limit=x', `search=${'x'.repeat(201)}`]) {
      expect((await call('GET', `${path}/?${query}`)).status).toBe(400);
    }
  });

  it('refuses to archive what is not there', async () => {
    const gone = { archive: 'ids', ids: [424_242] };
    const answer = path === 'teachers' ? await call('DELETE', `${path}/create/`, gone) : await call('POST', `${path}/create/`, gone);
    expect(answer).toMatchObject({ status: 400, body: { ids: ['424242 cannot be found'] } });
    for (const ids of [[], 'all', ['x']]) {
      expect(await call('POST', `${path}/create/`, { archive: 'ids', ids })).toMatchObject({ status: 400, body: { ids: [expect.any(String)] } });
    }
    expect(await call('POST', `${path}/create/`, { archive: 'all', ids: [1] })).toMatchObject({
      status: 400,
      body: { archive: ['must be ids or restore'] },
    });
  });
});

describe('what is still used is not deleted, and says by what', () => {
  it.each([
    ['teachers', () => ids.teacher, 'This teacher is still used by 2 classes of the timetable and 1 subject. Archive it instead.'],
    ['courses', () => ids.course, 'This course is still used by 2 subjects. Archive it instead.'],
    ['classroom', () => ids.classroom, 'This classroom is still used by 5 classes of the timetable. Archive it instead.'],
    ['students', () => ids.student, 'This student is still used by 1 enrolment. Archive it instead.'],
    ['classschedule', () => ids.mon9, 'This class is still used by 4 enrolments. Archive it instead.'],
  ])('%s', async (path, id, detail) => {
    expect(await call('DELETE', `${path}/${id()}/`)).toMatchObject({ status: 409, body: { detail } });
    expect((await call('GET', `${path}/${id()}/`)).status).toBe(200);
  });

  it('several at once: all or none', async () => {
    const { id } = (await call('POST', 'students/create/', await cases.find((it) => it.section === students)!.body())).body;
    expect(await call('POST', 'students/bulk-delete/', { ids: [id, ids.student] })).toMatchObject({
      status: 409,
      body: { detail: '1 of 2 are still used. Archive them instead.', fail: [{ id: ids.student, status: 'is still used by 1 enrolment' }] },
    });
    expect((await call('GET', `students/${id}/`)).status).toBe(200);
    expect(await call('POST', 'students/bulk-delete/', { ids: [id, 424_242] })).toMatchObject({
      status: 400,
      body: { ids: ['424242 cannot be found'] },
    });
    expect(await call('POST', 'students/bulk-delete/', { ids: [id, id] })).toMatchObject({ status: 200 });
    expect((await call('GET', `students/${id}/`)).status).toBe(404);
  });
});

describe('the exceptions of single sections', () => {
  it('the red list is posted to without /create/', async () => {
    const body = { student: 'S4', subject: ids.subject, attendance_percentage: 50 };
    const added = await call('POST', 'redlistedstudents/', body);
    expect(added.status).toBe(201);
    expect((await call('GET', 'students/?in_red_list=true')).body.results).toMatchObject([{ student_id: 'S4', in_red_list: true }]);
    await call('DELETE', `redlistedstudents/${added.body.id}/`);
  });

  it('a pay code on a class needs the right to edit pay codes', async () => {
    const { id } = (await call('POST', 'payrolls/create/', { paycode: 'TUT', amount: '10', paycode_type: 'tutorial_regular' })).body;
    const path = `attendance/classschedule/${ids.mon9}/`;
    expect((await school.call('admin', 'PATCH', path, { payroll_id: id })).status).toBe(403);
    expect((await school.call('admin', 'GET', path)).body).not.toHaveProperty('payroll_id');
    expect((await school.call('account', 'PATCH', path, { payroll_id: id })).body).toMatchObject({ payroll_id: id });
    expect(await call('DELETE', `payrolls/${id}/`)).toMatchObject({ status: 409 });
    await school.call('account', 'PATCH', path, { payroll_id: null });
    expect((await call('DELETE', `payrolls/${id}/`)).status).toBe(204);
  });

  it('a class with attendance keeps its weekday and its semester', async () => {
    const path = `classschedule/${ids.mon9}/`;
    await school.call('teacher', 'POST', 'attendance/attendance/create/', { rfid_number: 'S1', class_schedule: ids.mon9, date: today });
    expect(await call('PATCH', path, { day_of_week: 'Friday' })).toMatchObject({
      status: 400,
      body: { day_of_week: ['cannot change once attendance has been taken: archive this class and add a new one'] },
    });
    expect((await call('PATCH', path, { day_of_week: 'Monday', end_time: '10:05' })).status).toBe(200);
  });

  it('what is archived cannot be pointed to any more, but stays where it is', async () => {
    const { id } = (await call('POST', 'courses/create/', { name: 'Old' })).body;
    await call('POST', 'courses/create/', { archive: 'ids', ids: [id] });
    const subject = cases.find((it) => it.section === subjects)!;
    expect(await call('POST', 'subjects/create/', { ...(await subject.body()), course_id: id })).toMatchObject({
      status: 400,
      body: { course_id: ['is archived'] },
    });
    expect(await call('POST', 'courses/create/', { name: 'Old' })).toMatchObject({ status: 400, body: { name: ['already exists'] } });
  });

  it('who may not read a section does not see its archive', async () => {
    expect((await school.call('admin', 'GET', 'attendance/bulk-archive/?archive_name=courses')).status).toBe(403);
    expect((await school.call('teacher', 'GET', 'attendance/bulk-archive/?archive_name=leave')).status).toBe(403);
    expect((await school.call('teacher', 'GET', 'attendance/bulk-archive/?archive_name=students')).status).toBe(200);
    expect((await school.call('teacher', 'GET', 'attendance/bulk-archive/?archive_name=secrets')).status).toBe(400);
  });

  it('holidays that have not ended, and that have begun', async () => {
    const names = async (query: string) => (await call('GET', `holiday/?${query}`)).body.results.map((row: { name: string }) => row.name);
    expect(await names('start_date=2026-04-06')).toEqual(['Easter']);
    expect(await names('start_date=2026-04-07')).toEqual([]);
    expect(await names('end_date=2026-04-02')).toEqual([]);
  });
});
