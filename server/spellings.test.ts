import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idsOf, type Ids } from './test/cases/case.ts';
import { createTestSchool, type TestSchool } from './test/test-school.ts';

let school: TestSchool;
let ids: Ids;
beforeAll(async () => {
  school = await createTestSchool();
  ids = await idsOf(school);
});
afterAll(() => school.close());

const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  school.call('account', method, `attendance/${path}`, body);

const semesterDates = {
  semester_start_date: '2027-02-01',
  semester_end_date: '2027-06-30',
  class_start_date: '2027-02-08',
  class_end_date: '2027-06-12',
};
const person = {
  first_name: 'Mei',
  last_name: 'Li',
  phone_number: '1',
  date_of_birth: '2005-01-31',
};
let number = 0;

/** A resource, the field of its name or number, its other fields, and the message of a duplicate. */
const cases: [path: string, field: string, rest: () => object, message: unknown][] = [
  ['classroom', 'room_number', () => ({ capacity: 5 }), 'already exists'],
  [
    'subjects',
    'subject_code',
    () => ({
      subject_name: 'Topology',
      year: 2,
      course_id: ids.course,
      specialization: ids.specialization,
      subject_teacher_id: ids.teacher,
    }),
    'already exists',
  ],
  [
    'payrolls',
    'paycode',
    () => ({ amount: '10', paycode_type: 'tutorial_regular' }),
    'already exists',
  ],
  ['courses', 'name', () => ({}), 'already exists'],
  ['specializations', 'specialization_code', () => ({ specialization: 'S' }), 'already exists'],
  [
    'cohort',
    'name',
    () => ({ year: 2026, schedules_id: [ids.mon9] }),
    'already exists in this year',
  ],
  [
    'holiday',
    'name',
    () => ({ date_from: '2027-01-01', date_to: `2027-01-0${(number++ % 9) + 1}` }),
    'already exists for these dates',
  ],
  [
    'students',
    'rfid_number',
    () => ({ ...person, student_id: `N${number++}` }),
    expect.stringMatching(/^is the card of Mei Li/),
  ],
  [
    'teachers',
    'card_number',
    () => ({
      first_name: 'Ed',
      last_name: 'Poe',
      email: `ed${number++}@school.example`,
      phone: '1',
    }),
    'is the card of Ed Poe',
  ],
];

describe.each(cases)('%s: another spelling of %s', (path, field, rest, message) => {
  // Cards of students and teachers are compared as well.
  const spelled = (value: string) => `${value}${path.slice(0, 1)}`;
  const add = (value: string) =>
    call('POST', `${path}/create/`, { ...rest(), [field]: spelled(value) });
  const refused = { status: 400, body: { [field]: [message] } };

  it('is refused when it is added and when it is changed', async () => {
    expect((await add('Ab 12')).status).toBe(201);
    for (const other of ['AB 12', ' ab 12', 'Ab  12'])
      expect(await add(other)).toMatchObject(refused);
    const { id } = (await add('Other')).body;
    expect(await call('PATCH', `${path}/${id}/`, { [field]: spelled('aB 12') })).toMatchObject(
      refused,
    );
    expect((await call('PATCH', `${path}/${id}/`, { [field]: spelled('OTHER') })).status).toBe(200);
  });

  it('is one of the two when both are added at once', async () => {
    const answers = await Promise.all(['Same', 'sAME', 'SAME'].map(add));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400]);
    expect(answers.filter(({ status }) => status === 400)).toMatchObject([refused, refused]);
  });

  it('is free again when the first one is deleted', async () => {
    const { id } = (await add('Gone')).body;
    expect((await call('DELETE', `${path}/${id}/`)).status).toBe(204);
    expect((await add('GONE')).status).toBe(201);
  });
});

it('a semester is compared by year, number and the spelling of its batch', async () => {
  const add = (batch: string, semester = 1) =>
    call('POST', 'semesters/create/', { year: 2027, semester, batch, ...semesterDates });
  expect((await add('A')).status).toBe(201);
  expect(await add(' a')).toMatchObject({
    status: 400,
    body: { semester: ['already exists for this year and batch'] },
  });
  expect((await add('a', 2)).status).toBe(201);
});

it('a holiday of the same name in another year, and a cohort of another year, are others', async () => {
  const holiday = (date: string, name: string) =>
    call('POST', 'holiday/create/', { name, date_from: date, date_to: date });
  expect((await holiday('2027-12-25', 'Christmas')).status).toBe(201);
  expect((await holiday('2028-12-25', 'CHRISTMAS')).status).toBe(201);
  const cohort = (year: number, name: string) =>
    call('POST', 'cohort/create/', { name, year, schedules_id: [ids.mon9] });
  expect((await cohort(2026, 'Green')).status).toBe(201);
  expect((await cohort(2027, 'green')).status).toBe(201);
});

it('a card of a student is no card of a teacher in another spelling, nor the reverse', async () => {
  const student = { ...person, student_id: 'X1', rfid_number: 'CAFE01' };
  const teacher = { first_name: 'Flo', last_name: 'Fox', email: 'flo@school.example', phone: '1' };
  expect((await call('POST', 'students/create/', student)).status).toBe(201);
  expect(
    await call('POST', 'teachers/create/', { ...teacher, card_number: 'cafe01' }),
  ).toMatchObject({
    status: 400,
    body: { card_number: ['is the card or the student ID of Mei Li (X1)'] },
  });
  expect(
    (await call('POST', 'teachers/create/', { ...teacher, card_number: 'BEEF02' })).status,
  ).toBe(201);
  expect(
    await call('POST', 'students/create/', { ...student, student_id: 'X2', rfid_number: 'beef02' }),
  ).toMatchObject({ status: 400, body: { rfid_number: ['is the card of a teacher'] } });
});
