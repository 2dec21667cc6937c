import { type PairCall, type Rows } from './calls.ts';
import { call, classOf, post } from './describe-call.ts';

function moveCall(): PairCall {
  return {
    name: 'move the meeting',
    about: ['class', 'meeting', 'room', 'tess'],
    prepare: async ({ school, rows }) => {
      const path = `attendance/classschedule/${rows.classes.mon9}/?date=2026-03-09`;
      const { body } = await school.call('account', 'GET', path);
      const to = {
        sequence: body.meeting.sequence,
        date: '2026-03-11',
        start_time: '09:00',
        end_time: '10:00',
      };
      return () =>
        school.call('account', 'POST', `attendance/meetings/${rows.meetings.later}/move/`, to);
    },
  };
}

const spareClass = ({ classes }: Rows): string => `classschedule/${classes.spare}`;

export const timetable: PairCall[] = [
  post('cancel the meeting', 'class meeting', 'meetings/cancel', ({ meetings }) => ({
    ids: [meetings.today],
    reason: 'Flood',
  })),
  post('cover the meeting', 'class meeting theo', 'meetings/cover', (rows) => ({
    ids: [rows.meetings.today],
    teacher_id: rows.teachers.theo,
    payroll_id: rows.payCode,
    confirm: true,
  })),
  post('another room for the meeting', 'class meeting other-room', 'meetings/room', (rows) => ({
    ids: [rows.meetings.today],
    classroom_id: rows.otherRoom,
    confirm: true,
  })),
  moveCall(),
  post('an extra meeting', 'class room other-room tess', 'meetings/create', (rows) => ({
    class_schedule: rows.classes.mon9,
    date: '2026-03-05',
    start_time: '09:00',
    end_time: '10:00',
    classroom_id: rows.otherRoom,
    confirm: true,
  })),
  call('another time for the class', 'class tess room', 'PATCH', classOf, {
    body: () => ({ start_time: '08:00', end_time: '09:00', effective_from: '2026-03-09' }),
  }),
  call('another teacher for the class', 'class tess theo', 'PATCH', classOf, {
    body: ({ teachers }) => ({ teacher_id: teachers.theo, effective_from: '2026-03-09' }),
  }),
  call('a pay code for the class', 'class pay-code', 'PATCH', classOf, {
    body: ({ payCode }) => ({ payroll_id: payCode }),
  }),
  post('archive the class', 'class', 'classschedule/create', ({ classes }) => ({
    archive: 'ids',
    ids: [classes.mon9],
  })),
  call('delete the class', 'class', 'DELETE', classOf),
  call(
    'a successor of the class',
    'class other-subject',
    'POST',
    (rows) => `${classOf(rows)}/successor`,
    {
      body: ({ otherSubject }) => ({ subject_id: otherSubject, effective_from: '2026-03-09' }),
    },
  ),
  call('successor of the spare class', 'spare-class other-subject', 'POST', spareClassOf, {
    body: ({ otherSubject }) => ({ subject_id: otherSubject, effective_from: '2026-03-09' }),
  }),
  call(
    'delete the spare class',
    'spare-class',
    'DELETE',
    ({ classes }) => `classschedule/${classes.spare}`,
  ),
  call(
    'delete the spare teacher',
    'spare',
    'DELETE',
    ({ teachers }) => `teachers/${teachers.spare}`,
  ),
  call(
    'delete the other subject',
    'other-subject',
    'DELETE',
    ({ otherSubject }) => `subjects/${otherSubject}`,
  ),
  post('enrol N1 in the spare class', 'N1 spare-class', 'studentassignment/create', (rows) => ({
    class_schedule_id: rows.classes.spare,
    student_id: rows.students.N1,
  })),
  post('a cohort with the spare class', 'spare-class', 'cohort/create', ({ classes }) => ({
    name: 'Third',
    year: 2026,
    schedules_id: [classes.spare],
  })),
  post(
    'a class of the spare teacher',
    'spare other-subject other-room semester',
    'classschedule/create',
    (rows) => ({
      class_type: 'Tutorial',
      day_of_week: 'Friday',
      start_time: '15:00',
      end_time: '16:00',
      subject_id: rows.otherSubject,
      semester_id: rows.semester,
      teacher_id: rows.teachers.spare,
      classroom_id: rows.otherRoom,
    }),
  ),
  post(
    'several classes in two rooms',
    'semester other-subject room other-room tess theo spare holiday',
    'classschedule/many',
    (rows) => ({
      classes: (
        [
          ['Monday', rows.teachers.tess, rows.room],
          ['Monday', rows.teachers.theo, rows.otherRoom],
          ['Tuesday', rows.teachers.spare, rows.otherRoom],
        ] as const
      ).map(([day_of_week, teacher_id, classroom_id]) => ({
        class_type: 'Tutorial',
        day_of_week,
        start_time: '16:00',
        end_time: '17:00',
        subject_id: rows.otherSubject,
        semester_id: rows.semester,
        teacher_id,
        classroom_id,
      })),
    }),
  ),
  post(
    'an extra meeting of the spare class',
    'spare-class spare other-room',
    'meetings/create',
    (rows) => ({
      class_schedule: rows.classes.spare,
      date: '2026-03-06',
      start_time: '09:00',
      end_time: '10:00',
      classroom_id: rows.otherRoom,
      teacher_id: rows.teachers.spare,
      confirm: true,
    }),
  ),
  // The spare class has Theo and the spare teacher.
  post('cover a further teacher', 'shared-class spare', 'meetings/cover', (rows) => ({
    ids: [rows.meetings.shared],
    teacher_id: rows.teachers.tess,
    place: rows.teachers.spare,
    confirm: true,
  })),
  post('cover the first of two teachers', 'shared-class', 'meetings/cover', (rows) => ({
    ids: [rows.meetings.shared],
    teacher_id: rows.teachers.tess,
    confirm: true,
  })),
  post('leave a place to the others', 'shared-class spare', 'teacher-away/create', (rows) => ({
    teacher: rows.teachers.spare,
    meetings: [{ id: rows.meetings.shared, cover: 'others' }],
  })),
  call('other teachers and rooms of a class', 'shared-class other-room', 'PATCH', spareClass, {
    body: ({ teachers, otherRoom }) => ({
      co_teachers: [teachers.tess],
      more_rooms: [otherRoom],
      effective_from: '2026-03-03',
      confirm_clashes: true,
    }),
  }),
  post('cover by the spare teacher', 'class meeting spare pay-code', 'meetings/cover', (rows) => ({
    ids: [rows.meetings.later],
    teacher_id: rows.teachers.spare,
    payroll_id: rows.payCode,
    confirm: true,
  })),
  post(
    'give the classes to the spare teacher',
    'class spare tess',
    'classschedule-reassign/create',
    (rows) => ({
      kind: 'teacher',
      from: rows.teachers.tess,
      to: rows.teachers.spare,
      effective_from: '2026-03-09',
      confirm: true,
    }),
  ),
  post(
    'give the classes another room',
    'class room other-room',
    'classschedule-reassign/create',
    (rows) => ({
      kind: 'classroom',
      from: rows.room,
      to: rows.otherRoom,
      effective_from: '2026-03-09',
      confirm: true,
    }),
  ),
  post('close the other room', 'other-room', 'room-closings/create', ({ otherRoom }) => ({
    classroom_id: otherRoom,
    closed_from: '2026-03-09',
    closed_to: '2026-03-10',
    reason: 'Paint',
  })),
  post('a rule of the red list', 'other-subject', 'redlistrules/create', ({ otherSubject }) => ({
    subject_id: otherSubject,
    below: 70,
  })),
  post(
    'a red list entry of the other subject',
    'N1 other-subject',
    'redlistedstudents/create',
    (rows) => ({
      student: rows.students.N1,
      subject: rows.otherSubject,
      attendance_percentage: 40,
    }),
  ),
  post('a device in the other room', 'other-room', 'devices/create', ({ otherRoom }) => ({
    name: 'Door',
    kind: 'reader',
    classroom: otherRoom,
  })),
  call('another room for the class', 'class other-room', 'PATCH', classOf, {
    body: ({ otherRoom }) => ({ classroom_id: otherRoom, effective_from: '2026-03-09' }),
  }),
  call(
    'the spare class to the spare teacher',
    'spare-class spare',
    'PATCH',
    ({ classes }) => `classschedule/${classes.spare}`,
    {
      body: ({ teachers }) => ({ teacher_id: teachers.spare, effective_from: '2026-03-09' }),
    },
  ),
  call(
    'shorten the semester',
    'semester class',
    'PATCH',
    ({ semester }) => `semesters/${semester}`,
    {
      body: () => ({ class_end_date: '2026-05-29' }),
    },
  ),
  post('a holiday', 'class semester', 'holiday/create', () => ({
    name: 'Founders',
    date_from: '2026-03-09',
    date_to: '2026-03-09',
  })),
  call('delete the holiday', 'class semester', 'DELETE', ({ holiday }) => `holiday/${holiday}`),
  call(
    'delete the other room',
    'other-room',
    'DELETE',
    ({ otherRoom }) => `classroom/${otherRoom}`,
  ),
  call('fewer seats', 'room', 'PATCH', ({ room }) => `classroom/${room}`, {
    body: () => ({ capacity: 4 }),
  }),
  call('delete the subject', 'subject', 'DELETE', ({ subject }) => `subjects/${subject}`),
  call('delete a teacher', 'theo', 'DELETE', ({ teachers }) => `teachers/${teachers.theo}`),
  call('change a teacher', 'tess', 'PATCH', ({ teachers }) => `teachers/${teachers.tess}`, {
    body: () => ({ phone: '7' }),
  }),
];

function spareClassOf({ classes }: Rows): string {
  return `classschedule/${classes.spare}/successor`;
}
