import { call, post } from './describe-call.ts';
import type { PairCall, Rows } from './calls.ts';

const subject = ({ otherSubject }: Rows) => `subjects/${otherSubject}`;
const course = ({ course: id }: Rows) => `courses/${id}`;
const specialization = ({ specialization: id }: Rows) => `specializations/${id}`;
const closing = ({ closing: id }: Rows) => `room-closings/${id}`;

/** What classes belong to. */
export const masterData: PairCall[] = [
  call('change the cohort', 'cohort class', 'PATCH', ({ cohorts }) => `cohort/${cohorts.second}`, {
    body: ({ classes }) => ({ name: 'Other', schedules_id: [classes.mon9] }),
  }),
  post('a teacher', 'spare', 'teachers/create', () => ({
    first_name: 'Vera',
    last_name: 'New',
    email: 'vera@school.example',
    phone: '1',
  })),
  call('archive the spare teacher', 'spare', 'DELETE', () => 'teachers/create', {
    body: ({ teachers }) => ({ archive: 'ids', ids: [teachers.spare] }),
  }),
  post('a subject of theo', 'theo subject course', 'subjects/create', (rows) => ({
    subject_name: 'Sets',
    subject_code: 'SET1',
    year: 1,
    course_id: rows.course,
    specialization: rows.specialization,
    subject_teacher_id: rows.teachers.theo,
  })),
  call('the other subject to tess', 'other-subject tess', 'PATCH', subject, {
    body: ({ teachers }) => ({ subject_teacher_id: teachers.tess }),
  }),
  post('delete several subjects', 'other-subject', 'subjects/bulk-delete', (rows) => ({
    ids: [rows.otherSubject],
  })),
  call('change the course', 'course', 'PATCH', course, { body: () => ({ name: 'Arts' }) }),
  call('delete the course', 'course', 'DELETE', course),
  call('change the specialization', 'course', 'PATCH', specialization, {
    body: () => ({ specialization: 'Numbers' }),
  }),
  call('delete the specialization', 'course', 'DELETE', specialization),
  call('open the closed room', 'room other-room', 'DELETE', closing),
  call('delete the semester', 'semester', 'DELETE', ({ semester }) => `semesters/${semester}`),
  call(
    'archive the whole semester',
    'semester class',
    'POST',
    ({ semester }) => `semesters/${semester}/whole`,
    { body: () => ({ archive: 'all' }) },
  ),
  {
    name: 'copy the semester',
    about: ['semester', 'class', 'cohort', 'tess', 'theo', 'room', 'S3'],
    prepare: async ({ school, rows }) => {
      const { body } = await school.call('account', 'POST', 'attendance/semesters/create/', {
        year: 2027,
        semester: 1,
        batch: '2027',
        semester_start_date: '2027-02-01',
        semester_end_date: '2027-06-30',
        class_start_date: '2027-02-08',
        class_end_date: '2027-03-05',
      });
      const to = { semester_id: body.id, cohorts: 'students' };
      return () =>
        school.call('account', 'POST', `attendance/semesters/${rows.semester}/copy/`, to);
    },
  },
  call('move the holiday', 'class semester', 'PATCH', ({ holiday }) => `holiday/${holiday}`, {
    body: () => ({ date_from: '2026-03-09', date_to: '2026-03-09' }),
  }),
];
