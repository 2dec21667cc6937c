import {
  IconArrowsExchange,
  IconBeach,
  IconBook,
  IconBooks,
  IconCalendarPlus,
  IconCalendarWeek,
  IconCertificate,
  IconChalkboard,
  IconClipboardCheck,
  IconClockDollar,
  IconClockHour4,
  IconDoor,
  IconFileCheck,
  IconLayoutDashboard,
  IconNotes,
  IconSchool,
  IconUserExclamation,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react';
import { areas } from '../areas.ts';
import { loadDashboard, loadStartPage } from '../page-data.ts';
import { dayOfRoll, dayOfTeacher } from '../search-params.ts';
import { account, admin, byRole, lookUp, records, redList, teacher } from './guide.ts';
import { from, page, type Group } from './page.ts';

const { roll, lists, forms, pay } = areas;

const enrol: Group = {
  title: 'Enroll Student',
  path: '/enroll',
  icon: IconUserPlus,
  permission: 'Enroll Student',
  words: 'enrol enrolment enrollment register add',
};
const ofCourses = account('courses-and-cohorts');
const enrolling = admin('enrol-students');

/** The pages of the sidebar, in the specified order (R-SHELL-1). */
export const sidebarPages = [
  page('/mytimesheet', 'My Timesheet', {
    permission: 'My Timesheet',
    component: from(pay, 'TimesheetPage'),
    guide: teacher('check-in-and-my-timesheet'),
    sidebar: IconClockHour4,
    words: 'pay payroll payslip hours wages own check-ins checkin calendar link',
    add: { path: '/mytimesheet', permission: ['My Timesheet', 'add'] },
  }),
  page('/dashboard', 'Dashboard', {
    permission: 'Dashboard',
    component: from(roll, 'DashboardPage'),
    params: dayOfTeacher,
    loader: loadDashboard,
    guide: byRole(
      teacher('your-day', 'cancelled-moved-and-covered-classes'),
      admin('your-day', 'change-one-date-of-a-class', 'a-teacher-is-away'),
    ),
    sidebar: IconLayoutDashboard,
    words:
      'today day overview home classes calendar teacher check-in checkin swap cover substitute',
    add: { path: '/timetable/add', permission: ['Attendance', 'scheduleAdd'] },
  }),
  page('/', 'Attendance', {
    permission: 'Attendance',
    component: from(roll, 'AttendancePage'),
    params: dayOfRoll,
    loader: loadStartPage,
    guide: teacher(
      'take-the-roll',
      'a-card-is-not-known',
      'correct-a-mark',
      'late-early-and-excused',
      'close-a-roll',
      'check-in-by-code',
      'without-the-network',
    ),
    sidebar: IconClipboardCheck,
    words:
      'mark roll roll call register present absent late rfid card tap scan check-in checkin take qr code',
    add: { path: '/', permission: ['Attendance', 'add'] },
  }),
  page('/students', 'Students', {
    permission: 'Students',
    component: from(lists, 'StudentsPage'),
    guide: byRole(
      teacher('a-student-s-attendance', 'find-anything'),
      admin('students', 'upload-students', 'cards'),
    ),
    sidebar: IconUsers,
    words: 'learners pupils people names photo rfid card email batch export csv file',
    form: {
      title: 'Student',
      component: from(forms, 'StudentFormPage'),
      guide: admin('students'),
    },
    shortcuts: [
      {
        title: 'Bulk upload',
        words: 'import csv file students many spreadsheet',
        params: { show: 'upload' },
        permission: ['Students', 'bulkUpload'],
      },
      {
        title: 'Upload of guardians',
        words: 'import csv file parents contacts family spreadsheet',
        params: { show: 'guardians' },
        permission: ['Students', 'edit'],
      },
    ],
  }),
  page('/timetable', 'Timetables', {
    permission: 'Timetables',
    component: from(lists, 'TimetablePage'),
    guide: byRole(lookUp, admin('add-a-class', 'find-a-time')),
    sidebar: IconCalendarWeek,
    words: 'schedule classes lessons week weeks odd even fortnight calendar clashes',
    form: {
      title: 'Timetable',
      component: from(forms, 'TimetableFormPage'),
      guide: admin('add-a-class', 'find-a-time'),
    },
  }),
  page('/cohort', 'Cohort', {
    permission: 'Cohort',
    component: from(lists, 'CohortsPage'),
    guide: ofCourses,
    sidebar: IconUsersGroup,
    words: 'groups intake batch',
    form: { title: 'Cohort', component: from(forms, 'CohortFormPage') },
  }),
  page('/enroll-by-cohort', 'Enroll By Cohort', {
    permission: 'Enroll Student',
    component: from(lists, 'EnrolByCohortPage'),
    guide: enrolling,
    sidebar: IconUsersPlus,
    group: enrol,
    words: 'enrol enrolment enrollment register add students group assign',
    form: { title: 'Enroll By Cohort', component: from(forms, 'CohortEnrolFormPage') },
  }),
  page('/enroll-by-schedule', 'Enroll By Schedule', {
    permission: 'Enroll Student',
    component: from(lists, 'EnrolBySchedulePage'),
    guide: enrolling,
    sidebar: IconCalendarPlus,
    group: enrol,
    words: 'enrol enrolment enrollment register add students class assign seats capacity remove',
    form: { title: 'Enroll By Schedule', component: from(forms, 'ScheduleEnrolFormPage') },
  }),
  page('/cohort-transfer', 'Cohort Transfers', {
    permission: 'Enroll Student',
    component: from(lists, 'CohortTransfersPage'),
    guide: enrolling,
    sidebar: IconArrowsExchange,
    group: enrol,
    words: 'move change switch group',
    form: { title: 'Cohort Transfers', component: from(forms, 'TransferFormPage') },
  }),
  page('/specialization', 'Specialization', {
    permission: 'Specialization',
    component: from(lists, 'SpecializationsPage'),
    guide: records,
    sidebar: IconCertificate,
    words: 'specialisation major field',
    form: { title: 'Specialization', component: from(forms, 'SpecializationFormPage') },
  }),
  page('/courses', 'Courses', {
    permission: 'Courses',
    component: from(lists, 'CoursesPage'),
    guide: ofCourses,
    sidebar: IconBooks,
    words: 'programs programmes degrees',
    form: { title: 'Course', component: from(forms, 'CourseFormPage') },
  }),
  page('/teachers', 'Teachers', {
    permission: 'Teachers',
    component: from(lists, 'TeachersPage'),
    guide: records,
    sidebar: IconChalkboard,
    words: 'staff lecturers tutors faculty instructors',
    form: { title: 'Teacher', component: from(forms, 'TeacherFormPage') },
  }),
  page('/subjects', 'Subjects', {
    permission: 'Subjects',
    component: from(lists, 'SubjectsPage'),
    guide: records,
    sidebar: IconBook,
    words: 'units modules courses',
    form: { title: 'Subject', component: from(forms, 'SubjectFormPage') },
  }),
  page('/semester', 'Semester', {
    permission: 'Semester',
    component: from(lists, 'SemestersPage'),
    guide: records,
    sidebar: IconSchool,
    words: 'term period year',
    form: { title: 'Semester', component: from(forms, 'SemesterFormPage') },
  }),
  page('/classroom', 'Classroom', {
    permission: 'Classroom',
    component: from(lists, 'ClassroomsPage'),
    guide: records,
    sidebar: IconDoor,
    words: 'rooms seats capacity venue place',
    form: { title: 'Classroom', component: from(forms, 'ClassroomFormPage') },
  }),
  page('/leave', 'Approved Leave List', {
    permission: 'Approved Leave List',
    component: from(lists, 'LeavePage'),
    guide: admin('leaves'),
    sidebar: IconFileCheck,
    words: 'absence excused sick holiday permission medical',
    form: { title: 'Leave', component: from(forms, 'LeaveFormPage') },
  }),
  page('/red-list-students', 'Red List Students', {
    permission: 'Red List Students',
    component: from(lists, 'RedListPage'),
    guide: redList,
    sidebar: IconUserExclamation,
    words:
      'redlist by rule by hand warning letter low attendance risk blocked threshold below percent forecast why',
    form: { title: 'Red list student', component: from(forms, 'RedListFormPage') },
  }),
  page('/holiday', 'Holidays', {
    permission: 'Holidays',
    component: from(() => import('#web/timetable/holidays/HolidaysPage.tsx'), 'HolidaysPage'),
    guide: records,
    sidebar: IconBeach,
    words: 'vacation public days off closed',
    form: { title: 'Holiday', component: from(forms, 'HolidayFormPage') },
  }),
  page('/notes', 'Notes', {
    permission: 'Notes',
    component: from(lists, 'NotesPage'),
    guide: byRole(teacher('write-a-note'), admin('notes')),
    sidebar: IconNotes,
    words: 'comments remarks',
    form: { title: 'Note', component: from(forms, 'NoteFormPage') },
  }),
  page('/timesheet-admin-portal', 'Timesheet Admin Portal', {
    permission: 'Timesheet Admin Portal',
    component: from(() => import('#web/pay/portal/PortalPage.tsx'), 'PortalPage'),
    guide: account('pay', 'correct-a-check-in', 'close-days'),
    sidebar: IconClockDollar,
    words: 'pay payroll wages salary check-ins checkin hours export csv excel',
    form: {
      title: 'Check-in',
      component: from(forms, 'CheckInFormPage'),
      guide: account('correct-a-check-in'),
    },
  }),
] as const;
