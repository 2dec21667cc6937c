import type { Action, Resource, Right } from './permissions.ts';

/**
 * Who may call what: each call of the API with the rights of which one suffices.
 * `public` needs no sign-in; `signed-in` any known user. A route that is not listed does not start.
 */
export type Access = 'public' | 'signed-in' | readonly Right[];

const base = '/api/v2/attendance';

/** The calls that every section has; `readers` may read it as well, to pick from it in a form. */
function section(path: string, resource: Resource, readers: readonly Right[] = []): Record<string, Access> {
  return {
    [`GET ${base}/${path}`]: [[resource, 'read'], ...readers],
    [`GET ${base}/${path}/:id`]: [[resource, 'read'], ...readers],
    [`POST ${base}/${path}/create`]: [[resource, 'add']],
    [`PATCH ${base}/${path}/:id`]: [[resource, 'edit']],
    [`DELETE ${base}/${path}/:id`]: [[resource, 'delete']],
  };
}

/** Who may use a resource's form. */
function forms(resource: Resource): Right[] {
  return [
    [resource, 'add'],
    [resource, 'edit'],
  ];
}

const timesheets = (action: Action): Right[] => [
  ['My Timesheet', action],
  ['Timesheet Admin Portal', action],
];

/**
 * Calls that reach the caller's own rows only, unless they have this right. Own is a check-in or a note of the
 * teacher that the caller is; whoever is no teacher has none. (Design §4, §6.)
 */
export const ownRowsUnless: Record<string, Right> = {
  [`GET ${base}/payroll-logs/:id`]: ['Timesheet Admin Portal', 'read'],
  [`GET ${base}/payroll-logs/:id/history`]: ['Timesheet Admin Portal', 'read'],
  [`DELETE ${base}/payroll-logs/:id`]: ['Timesheet Admin Portal', 'delete'],
  [`PATCH ${base}/attendance-note/:id`]: ['Attendance', 'teacherFilter'],
  [`DELETE ${base}/attendance-note/:id`]: ['Attendance', 'teacherFilter'],
};

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

  'GET /api/v2/attendance/class-days': [['Dashboard', 'read']],

  ...section('students', 'Students'),
  'POST /api/v2/attendance/students/bulk-delete': [['Students', 'delete']],
  'GET /api/v2/attendance/student-details/:student': [['Students', 'read']],
  'GET /api/v2/attendance/student-details/:student/export': [['Students', 'delete']],
  'POST /api/v2/attendance/student-details/:student/erase': [['Students', 'delete']],
  'POST /api/v2/attendance/bulk-student-upload': [['Students', 'bulkUpload']],
  'GET /api/v2/attendance/bulk-student-export': [['Students', 'export']],
  ...section('teachers', 'Teachers', [...forms('Timetables'), ...forms('Subjects'), ['Attendance', 'teacherFilter']]),
  'DELETE /api/v2/attendance/teachers/create': [['Teachers', 'delete']],
  ...section('courses', 'Courses', forms('Subjects')),
  ...section('subjects', 'Subjects', [...forms('Timetables'), ...forms('Red List Students')]),
  'POST /api/v2/attendance/subjects/bulk-delete': [['Subjects', 'delete']],
  ...section('specializations', 'Specialization', forms('Subjects')),
  ...section('semesters', 'Semester', forms('Timetables')),
  'POST /api/v2/attendance/semesters/:id/whole': [['Semester', 'delete']],
  ...section('classroom', 'Classroom', forms('Timetables')),
  ...section('classschedule', 'Timetables', [
    ['Dashboard', 'read'],
    ['Attendance', 'read'],
  ]),
  'GET /api/v2/attendance/classschedule-clashes': forms('Timetables'),
  ...section('cohort', 'Cohort', [['Enroll Student', 'read'], ...forms('Enroll Student')]),
  'GET /api/v2/attendance/studentassignment': [['Enroll Student', 'read']],
  'GET /api/v2/attendance/schedule-students': [['Enroll Student', 'read']],
  'POST /api/v2/attendance/studentassignment/create': [['Enroll Student', 'add']],
  'GET /api/v2/attendance/studentassignment/:id': [['Enroll Student', 'read']],
  'DELETE /api/v2/attendance/studentassignment/:id': [['Enroll Student', 'delete']],
  'PATCH /api/v2/attendance/studentassignment/:id': [['Enroll Student', 'edit']],
  'POST /api/v2/attendance/studentassignment/bulk-remove': [['Enroll Student', 'delete']],
  'DELETE /api/v2/attendance/delete-enroll/:student/:class_schedule': [['Enroll Student', 'delete']],
  ...section('studentcohortassignment', 'Enroll Student'),
  'GET /api/v2/attendance/cohort-transfers': [['Enroll Student', 'read']],
  'POST /api/v2/attendance/cohort-transfers/create': [['Enroll Student', 'edit']],
  'POST /api/v2/attendance/cohort-transfers/:id/undo': [['Enroll Student', 'edit']],

  ...section('holiday', 'Holidays'),
  ...section('leave', 'Approved Leave List'),
  ...section('redlistedstudents', 'Red List Students'),
  'POST /api/v2/attendance/redlistedstudents': [['Red List Students', 'add']],
  ...section('payrolls', 'Payrolls'),
  /** Sign-ins that were refused because their address belongs to another account of the provider. */
  'GET /api/v2/attendance/sign-in-blocks': [['Settings', 'read']],
  'GET /api/v2/attendance/sign-in-blocks/:id': [['Settings', 'read']],
  'POST /api/v2/attendance/sign-in-blocks/:id/release': [['Settings', 'edit']],
  'DELETE /api/v2/attendance/sign-in-blocks/:id': [['Settings', 'edit']],

  'GET /api/v2/attendance/audit': [['Students', 'delete']],
  'GET /api/v2/attendance/audit/:id': [['Students', 'delete']],
  'GET /api/v2/attendance/audit-export': [['Students', 'delete']],

  /** Each name needs the right to read that section. */
  'GET /api/v2/attendance/bulk-archive': 'signed-in',

  /** Each category needs the right to add or edit what the file belongs to. */
  'POST /file/:category': [...forms('Students'), ...forms('Approved Leave List')],
  'GET /file/:category/:name': 'public',

  ...section('attendance-note', 'Notes'),

  'POST /api/v2/attendance/spreadsheet-export': [['Timetables', 'export']],
  'POST /api/v2/attendance/attendance-export/export_attendance': [['Timetables', 'export']],
  'POST /api/v2/attendance/master-export': [['Timetables', 'export']],
  'POST /api/v2/attendance/bulk-attendance-export': [['Timetables', 'export']],
  'GET /api/v2/attendance/jobs': [['Timetables', 'export']],
  'GET /api/v2/attendance/jobs/:id': [['Timetables', 'export']],
  'POST /api/v2/attendance/jobs/:id/retry': [['Timetables', 'export']],
  'GET /api/v2/attendance/inbox': [['Timetables', 'export']],
  'GET /api/v2/attendance/inbox/:id': [['Timetables', 'export']],
  'GET /api/v2/attendance/inbox/:id/attachments/:place': [['Timetables', 'export']],

  /** A teacher's own; the link itself is its own key. */
  'GET /api/v2/attendance/calendar-link': [['My Timesheet', 'read']],
  'POST /api/v2/attendance/calendar-link/create': [['My Timesheet', 'add']],
  'DELETE /api/v2/attendance/calendar-link': [['My Timesheet', 'delete']],
  'GET /api/v2/attendance/calendar/:secret': 'public',

  /** With My Timesheet alone, one's own rows. */
  'GET /api/v2/attendance/payroll-logs': timesheets('read'),
  'GET /api/v2/attendance/payroll-logs/:id': timesheets('read'),
  'GET /api/v2/attendance/payroll-logs/:id/history': timesheets('read'),
  'GET /api/v2/attendance/payroll-logs-missing': timesheets('read'),
  /** Of the caller's own classes: who stood in. */
  'GET /api/v2/attendance/payroll-logs-stand-ins': [['My Timesheet', 'read']],
  'POST /api/v2/attendance/payroll-logs/:id/contest': [['My Timesheet', 'add']],
  'POST /api/v2/attendance/payroll-logs/create': timesheets('add'),
  'DELETE /api/v2/attendance/payroll-logs/:id': timesheets('delete'),
  'PATCH /api/v2/attendance/payroll-logs/:id': [['Timesheet Admin Portal', 'edit']],
  'POST /api/v2/attendance/payroll-logs/bulk-update': [['Timesheet Admin Portal', 'edit']],
  'POST /api/v2/attendance/payroll-logs/hand-over': [['Timesheet Admin Portal', 'edit']],
  'GET /api/v2/attendance/payroll-logs-export': [['Timesheet Admin Portal', 'read']],
  'GET /api/v2/attendance/payroll-logs-stats': [
    ['My Timesheet', 'read'],
    ['Timesheet Admin Portal', 'stats'],
  ],
};
