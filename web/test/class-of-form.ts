/** A semester of six weeks, from a Wednesday on. */
export const semesterOfForm = {
  id: 3,
  year: 2026,
  semester: 1,
  batch: '2026',
  semester_start_date: '2026-02-02',
  semester_end_date: '2026-06-30',
  class_start_date: '2026-02-11',
  class_end_date: '2026-03-20',
  first_week: 'odd' as const,
};

/** A class of it, as the server answers. */
export const classOfForm = {
  id: 5,
  class_type: 'Lecture',
  group_name: null,
  day_of_week: 'Monday',
  start_time: '09:00',
  end_time: '10:00',
  weeks: null,
  color_coding: '#e59623',
  order: 0,
  subject: { id: 1, subject_name: 'Algebra', subject_code: 'MAT1' },
  classroom: { id: 2, room_number: 'R1', capacity: 30 },
  more_rooms: [],
  seats: 0,
  teacher: { id: 4, first_name: 'Tess', last_name: 'Hall' },
  co_teachers: [],
  semester: semesterOfForm,
  number_of_students: 0,
  today_students_stats: { total_students: 0, total_present: 0, total_absent: 0 },
  currentClass: false,
};
