import {
  IconHourglass,
  IconListCheck,
  IconReportAnalytics,
  IconShieldCheck,
  IconUserMinus,
} from '@tabler/icons-react';
import { areas } from '../areas.ts';
import { loadDetails, loadRoll, loadTodaysRolls, loadWeek } from '../page-data.ts';
import {
  classAtInstant,
  classOnDate,
  freeRoomsOf,
  readCard,
  rollsOfToday,
  rollInView,
  rollWithCamera,
  twoStudents,
  weekOf,
} from '../search-params.ts';
import { account, admin, byRole, lookUp, redList, teacher } from './guide.ts';
import { from, page } from './page.ts';
import { sidebarPages } from './sidebar.ts';
import { tools } from './tools.ts';

const { roll, lists, pay } = areas;

const onRoll = sidebarPages.find(({ path }) => path === '/')!.guide;
const onReports = teacher('absences-and-reports');
const onNotTaken = teacher('rolls-not-taken');

/** Pages about rolls, students, classes and pay besides those of the sidebar. */
export const teachingPages = [
  page('/attendance/add', 'Attendance', {
    permission: 'Attendance',
    component: from(roll, 'TakeRollPage'),
    params: rollWithCamera,
    loader: loadRoll,
    guide: onRoll,
  }),
  page('/attendance/view', 'Attendance', {
    permission: 'Attendance',
    component: from(roll, 'ViewRollPage'),
    params: rollInView,
    loader: loadRoll,
    guide: teacher('correct-a-mark', 'close-a-roll'),
  }),
  page('/attendance/history', 'History of the roll', {
    permission: 'Attendance',
    component: from(() => import('#web/attendance/rolls/history/HistoryPage.tsx'), 'HistoryPage'),
    params: classAtInstant,
    loader: loadRoll,
    guide: byRole(teacher('correct-a-mark'), admin('correct-a-roll-of-another-day')),
  }),
  page('/attendance/qr', 'Check-in by QR code', {
    permission: 'Attendance',
    action: 'edit',
    isBare: true,
    component: from(() => import('#web/attendance/qr/QrWindowPage.tsx'), 'QrWindowPage'),
    params: classOnDate,
    guide: teacher('check-in-by-code'),
  }),
  page('/students/student-details', 'Student', {
    permission: 'Students',
    component: from(lists, 'StudentDetailsPage'),
    loader: loadDetails,
    guide: byRole(
      teacher('a-student-s-attendance'),
      admin('students', 'leaves', 'red-list-and-follow-ups'),
    ),
  }),
  page('/students/merge', 'Merge students', {
    permission: 'Students',
    action: 'edit',
    component: from(() => import('#web/people/students/merge/MergePage.tsx'), 'MergePage'),
    params: twoStudents,
    guide: admin('two-rows-for-one-person'),
  }),
  page('/students/cards', 'Hand out cards', {
    permission: 'Students',
    action: 'edit',
    component: from(() => import('#web/people/cards/HandOutPage.tsx'), 'HandOutPage'),
    params: readCard,
    guide: admin('cards'),
    words: 'rfid number assign give new student lost replace reader tap distribute',
  }),
  page('/cohort/view', 'Cohort', {
    permission: ['Cohort', 'Enroll Student'],
    component: from(lists, 'CohortViewPage'),
    guide: byRole(lookUp, admin('enrol-students')),
  }),
  page('/enroll-by-schedule/view', 'Enrolled students', {
    permission: 'Enroll Student',
    component: from(lists, 'ScheduleStudentsPage'),
    guide: admin('enrol-students'),
  }),
  page('/timesheet-admin-portal/payrolls', 'Pay codes', {
    permission: 'Payrolls',
    component: from(pay, 'PayCodesPage'),
    guide: account('pay-codes'),
    words: 'payroll payrolls paycode rates wages salary amount',
    form: { title: 'Pay code', component: from(areas.forms, 'PayCodeFormPage') },
  }),
  page('/timesheet-admin-portal/runs', 'Pay runs', {
    permission: 'Payrolls',
    component: from(pay, 'PayRunsPage'),
    guide: account('make-a-pay-run', 'close-days'),
    words: 'export file wages salary payroll period corrections checksum',
  }),
  page('/timesheet-admin-portal/missing', 'Without check-in', {
    permission: 'Timesheet Admin Portal',
    component: from(pay, 'MissingPage'),
    guide: account('missing-check-ins'),
    words: 'checkin missing forgotten pay hours',
  }),
  page('/todays-rolls', 'Today’s rolls', {
    within: '/',
    permission: 'Attendance',
    component: from(roll, 'TodaysRollsPage'),
    params: rollsOfToday,
    loader: loadTodaysRolls,
    guide: byRole(onNotTaken, admin('your-day')),
    searchedAs: 'Attendance today',
    words: 'rolls today’s todays day classes now open not taken progress state live',
  }),
  page('/open-rolls', 'Rolls not taken or unfinished', {
    within: '/',
    permission: 'Attendance',
    component: from(lists, 'OpenRollsPage'),
    guide: byRole(onNotTaken, admin('correct-a-roll-of-another-day')),
    searchedAs: 'Attendance not taken',
    words: 'rolls open unfinished missing forgotten register',
  }),
  page('/reports', 'Reports', {
    permission: 'Attendance',
    component: from(lists, 'ReportsPage'),
    guide: onReports,
    tool: { group: tools.reports, icon: IconReportAnalytics },
    words:
      'statistics rates attendance percent by class subject teacher student cohort course room weekday hour week chart compare excel pdf',
  }),
  page('/reports/rolls', 'Rolls of a report', {
    permission: 'Attendance',
    component: from(lists, 'ReportRollsPage'),
    guide: onReports,
  }),
  page('/reports/saved', 'Saved reports', {
    permission: 'Attendance',
    component: from(lists, 'SavedReportsPage'),
    guide: onReports,
    words: 'reports saved shared favourites',
  }),
  page('/absences', 'Absences', {
    permission: 'Attendance',
    component: from(lists, 'AbsencesPage'),
    guide: onReports,
    tool: { group: tools.reports, icon: IconUserMinus },
    words: 'absent missing today late rate below percent truancy who',
  }),
  page('/contact-hours', 'Contact hours', {
    permission: 'Red List Students',
    component: from(
      () => import('#web/standing/contact-hours/ContactHoursPage.tsx'),
      'ContactHoursPage',
    ),
    guide: admin('contact-hours'),
    tool: { group: tools.reports, icon: IconHourglass },
    words:
      'evidence regulator overseas bands projected rate hours minutes attendance report intention appeal',
  }),
  page('/contact-hours/student', 'Contact hours of a student', {
    permission: 'Red List Students',
    component: from(() => import('#web/standing/contact-hours/EvidencePage.tsx'), 'EvidencePage'),
    guide: admin('contact-hours'),
  }),
  page('/follow-ups', 'Follow-ups', {
    permission: 'Red List Students',
    component: from(() => import('#web/standing/follow-ups/FollowUpsPage.tsx'), 'FollowUpsPage'),
    guide: redList,
    tool: { group: tools.reports, icon: IconListCheck },
    words:
      'followups red list advisor steps talk spoke letter meeting owner due overdue outcome students at risk',
  }),
  page('/follow-ups/view', 'Follow-up', {
    permission: 'Red List Students',
    component: from(() => import('#web/standing/follow-ups/FollowUpPage.tsx'), 'FollowUpPage'),
    guide: redList,
  }),
  page('/checks', 'Checks', {
    permission: 'Timetables',
    action: 'edit',
    component: from(() => import('#web/attendance/checks/ChecksPage.tsx'), 'ChecksPage'),
    guide: admin('checks'),
    tool: { group: tools.reports, icon: IconShieldCheck },
    words: 'findings problems errors data quality duplicates missing empty cards',
  }),
  page('/red-list-students/rules', 'Rules of the red list', {
    permission: 'Red List Students',
    component: from(() => import('#web/standing/red-list/RulesPage.tsx'), 'RulesPage'),
    guide: redList,
    words: 'threshold percentage minimum attendance consecutive absences limit',
  }),
  page('/timetable/week', 'Week', {
    permission: 'Timetables',
    component: from(lists, 'WeekPage'),
    params: weekOf,
    loader: loadWeek,
    guide: lookUp,
    words: 'timetable schedule classes calendar teacher room cohort student print pdf',
  }),
  page('/free-rooms', 'Free rooms', {
    within: '/timetable',
    permission: 'Timetables',
    component: from(() => import('#web/timetable/free-rooms/FreeRoomsPage.tsx'), 'FreeRoomsPage'),
    params: freeRoomsOf,
    guide: lookUp,
    searchedAs: 'Free classrooms',
    words: 'rooms empty available vacant seats capacity hours',
  }),
  page('/timetable/find-time', 'Find a time', {
    permission: 'Timetables',
    action: 'edit',
    component: from(() => import('#web/timetable/find-time/FindTimePage.tsx'), 'FindTimePage'),
    guide: admin('find-a-time'),
    words: 'free slot schedule move class propose suggest room clash conflict when',
  }),
  page('/timetable/health', 'Timetable health', {
    permission: 'Timetables',
    action: 'edit',
    component: from(
      () => import('#web/timetable/health/TimetableHealthPage.tsx'),
      'TimetableHealthPage',
    ),
    guide: admin('find-a-time'),
    words:
      'check clashes conflicts overlaps double booked capacity seats gaps breaks unused rooms utilisation heat map quality',
  }),
  page('/teacher-away', 'Teacher away', {
    within: '/timetable',
    permission: 'Timetables',
    action: 'edit',
    component: from(() => import('#web/timetable/away/TeacherAwayPage.tsx'), 'TeacherAwayPage'),
    guide: admin('a-teacher-is-away'),
    words: 'sick ill absent cover substitute relief replace cancel classes staff',
  }),
  page('/room-closed', 'Room closed', {
    within: '/timetable',
    permission: 'Timetables',
    action: 'edit',
    component: from(() => import('#web/timetable/away/RoomClosedPage.tsx'), 'RoomClosedPage'),
    guide: admin('a-room-cannot-be-used'),
    searchedAs: 'Classroom closed',
    words:
      'flood flooded burst pipe repair paint power close move classes another classroom relocate',
  }),
  page('/timetable/copy', 'Copy a semester', {
    permission: 'Timetables',
    action: 'add',
    component: from(
      () => import('#web/timetable/semesters/copy/CopySemesterPage.tsx'),
      'CopySemesterPage',
    ),
    guide: admin('copy-a-semester', 'add-a-class'),
    words: 'duplicate rollover roll over term year timetable classes next new clone repeat',
  }),
  page('/timetable/grid', 'Type a week', {
    permission: 'Timetables',
    action: 'add',
    component: from(() => import('#web/timetable/type-week/TypeWeekPage.tsx'), 'TypeWeekPage'),
    guide: admin('type-a-week', 'add-a-class'),
    words: 'grid add many several classes timetable enter keyboard paste spreadsheet excel bulk',
  }),
  page('/timetable/reassign', 'Classes to another teacher or room', {
    permission: 'Timetables',
    action: 'edit',
    component: from(() => import('#web/timetable/meetings/ReassignPage.tsx'), 'ReassignPage'),
    guide: admin('find-a-time', 'a-teacher-is-away'),
    searchedAs: 'Change all classes',
    words: 'teacher room classroom another reassign replace staff leaves takes over successor',
  }),
] as const;
