import type { ClassSchedule } from '#contract/timetable/timetable.ts';

/** A class of a day whose roll is complete and closed. */
export const classOfDay = {
  id: 5,
  class_type: 'Lecture',
  start_time: '09:00',
  end_time: '10:00',
  color_coding: '#e59623',
  subject: { id: 1, subject_name: 'Maths', subject_code: 'MAT1' },
  classroom: { id: 1, room_number: 'R1', capacity: 10 },
  more_rooms: [],
  teacher: { id: 7, first_name: 'Tess', last_name: 'Teacher' },
  co_teachers: [],
  semester: { id: 1, semester: 1, year: 2026 },
  today_students_stats: { total_students: 4, total_present: 3, total_absent: 1 },
  currentClass: false,
  period: 'passed',
  check_in: null,
  checked_in_by: null,
  meeting: {
    id: 9,
    status: 'scheduled',
    origin: 'weekly',
    reason: null,
    cover: null,
    moved_to: null,
    moved_from: null,
    closed_at: null,
    roll_closed: false,
    archived: false,
    sequence: 1,
  },
} as unknown as ClassSchedule;
