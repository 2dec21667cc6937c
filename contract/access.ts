import type { Right } from './permissions.ts';

/**
 * Who may call what: each call of the API with the rights of which one suffices.
 * `public` needs no sign-in; `signed-in` any known user. A route that is not listed does not start.
 */
export type Access = 'public' | 'signed-in' | readonly Right[];

export const access: Record<string, Access> = {
  'GET /api/v2/config': 'public',
  'GET /api/v2/openapi.json': 'public',
  'GET /api/v2/user/details': 'signed-in',

  'GET /api/v2/attendance/attendance': [['Attendance', 'read']],
  'GET /api/v2/attendance/attendance/:id': [['Attendance', 'read']],
  'GET /api/v2/attendance/attendance/:id/history': [['Attendance', 'read']],
  'POST /api/v2/attendance/attendance/create': [['Attendance', 'add']],
  'PATCH /api/v2/attendance/attendance/:id': [['Attendance', 'edit']],
  'DELETE /api/v2/attendance/attendance/:id': [['Attendance', 'delete']],
  'POST /api/v2/attendance/mark-student-attendance': [['Attendance', 'add']],
  'POST /api/v2/attendance/schedule-students-attendance': [['Attendance', 'read']],
  'GET /api/v2/attendance/student-schedule-attendance-stat/:student': [['Students', 'read']],
  'GET /api/v2/attendance/live': [
    ['Attendance', 'read'],
    ['Dashboard', 'read'],
  ],

  'GET /api/v2/attendance/classschedule': [
    ['Timetables', 'read'],
    ['Dashboard', 'read'],
    ['Attendance', 'read'],
  ],
  'GET /api/v2/attendance/classschedule/:id': [
    ['Timetables', 'read'],
    ['Dashboard', 'read'],
    ['Attendance', 'read'],
  ],
  'GET /api/v2/attendance/class-days': [['Dashboard', 'read']],
  'GET /api/v2/attendance/holiday': [['Holidays', 'read']],
  'GET /api/v2/attendance/semesters': [['Semester', 'read']],
  'GET /api/v2/attendance/teachers': [
    ['Teachers', 'read'],
    ['Timetables', 'add'],
    ['Timetables', 'edit'],
    ['Attendance', 'teacherFilter'],
  ],
  'GET /api/v2/attendance/students': [['Students', 'read']],

  'GET /api/v2/attendance/attendance-note': [['Notes', 'read']],
  'POST /api/v2/attendance/attendance-note/create': [['Notes', 'add']],
  'PATCH /api/v2/attendance/attendance-note/:id': [['Notes', 'edit']],
  'DELETE /api/v2/attendance/attendance-note/:id': [['Notes', 'delete']],

  'GET /api/v2/attendance/payroll-logs': [
    ['My Timesheet', 'read'],
    ['Timesheet Admin Portal', 'read'],
  ],
  'POST /api/v2/attendance/payroll-logs/create': [
    ['My Timesheet', 'add'],
    ['Timesheet Admin Portal', 'add'],
  ],
};
