import type { RegisteredRouter } from '@tanstack/react-router';
import type { Role } from '#contract/permissions.ts';

/** Sections of a page of the guide (`docs/guide/PAGE.md`), in the order in which they are shown. */
export interface Topic {
  page: 'setting-up' | 'teacher' | 'admin' | 'account';
  sections: readonly string[];
}
type Topics = Topic | { teacher: Topic; others: Topic };

const of =
  (page: Topic['page']) =>
  (...sections: [string, ...string[]]): Topic => ({ page, sections });
const teacher = of('teacher');
const admin = of('admin');
const account = of('account');
const byRole = (ofTeachers: Topic, others: Topic): Topics => ({ teacher: ofTeachers, others });

const roll = teacher(
  'take-the-roll',
  'a-card-is-not-known',
  'correct-a-mark',
  'late-early-and-excused',
  'close-a-roll',
  'check-in-by-code',
  'without-the-network',
);
const lookUp = teacher('weeks-and-rooms', 'find-anything');
const records = byRole(lookUp, admin('records-of-the-institute'));
const redList = byRole(teacher('the-red-list'), admin('red-list-and-follow-ups'));
const leaves = admin('leaves');
const mails = admin('reports-and-exports');
const enrolment = admin('enrol-students');
const support = teacher('when-something-does-not-work', 'find-anything');

type Route = Exclude<keyof RegisteredRouter['routesByPath'], ''>;

/** The part of the guide for each route of the router: without one it does not compile (R-GUIDE-2). */
export const topics: Record<Route, Topics> = {
  '/': roll,
  '/attendance/add': roll,
  '/attendance/view': teacher('correct-a-mark', 'close-a-roll'),
  '/attendance/history': byRole(teacher('correct-a-mark'), admin('correct-a-roll-of-another-day')),
  '/attendance/qr': teacher('check-in-by-code'),
  '/dashboard': byRole(
    teacher('your-day', 'cancelled-moved-and-covered-classes'),
    admin('your-day', 'change-one-date-of-a-class', 'a-teacher-is-away'),
  ),
  '/todays-rolls': byRole(teacher('rolls-not-taken'), admin('your-day')),
  '/open-rolls': byRole(teacher('rolls-not-taken'), admin('correct-a-roll-of-another-day')),
  '/absences': teacher('absences-and-reports'),
  '/reports': teacher('absences-and-reports'),
  '/reports/rolls': teacher('absences-and-reports'),
  '/reports/saved': teacher('absences-and-reports'),
  '/privacy-policy': support,
  '/support': support,
  '/students': byRole(
    teacher('a-student-s-attendance', 'find-anything'),
    admin('students', 'upload-students', 'cards'),
  ),
  '/students/add': admin('students'),
  '/students/student-details': byRole(
    teacher('a-student-s-attendance'),
    admin('students', 'leaves', 'red-list-and-follow-ups'),
  ),
  '/students/merge': admin('two-rows-for-one-person'),
  '/students/cards': admin('cards'),
  '/timetable': byRole(lookUp, admin('add-a-class', 'find-a-time')),
  '/timetable/add': admin('add-a-class', 'find-a-time'),
  '/timetable/week': lookUp,
  '/timetable/find-time': admin('find-a-time'),
  '/timetable/health': admin('find-a-time'),
  '/timetable/reassign': admin('find-a-time', 'a-teacher-is-away'),
  '/free-rooms': lookUp,
  '/teacher-away': admin('a-teacher-is-away'),
  '/checks': admin('checks'),
  '/cohort': account('courses-and-cohorts'),
  '/cohort/add': account('courses-and-cohorts'),
  '/cohort/view': byRole(lookUp, enrolment),
  '/enroll-by-cohort': enrolment,
  '/enroll-by-cohort/add': enrolment,
  '/enroll-by-schedule': enrolment,
  '/enroll-by-schedule/add': enrolment,
  '/enroll-by-schedule/view': enrolment,
  '/cohort-transfer': enrolment,
  '/cohort-transfer/add': enrolment,
  '/specialization': records,
  '/specialization/add': records,
  '/courses': account('courses-and-cohorts'),
  '/courses/add': account('courses-and-cohorts'),
  '/teachers': records,
  '/teachers/add': records,
  '/subjects': records,
  '/subjects/add': records,
  '/semester': records,
  '/semester/add': records,
  '/classroom': records,
  '/classroom/add': records,
  '/holiday': records,
  '/holiday/add': records,
  '/leave': leaves,
  '/leave/add': leaves,
  '/leave-requests': leaves,
  '/red-list-students': redList,
  '/red-list-students/add': redList,
  '/red-list-students/rules': redList,
  '/follow-ups': redList,
  '/follow-ups/view': redList,
  '/contact-hours': admin('contact-hours'),
  '/contact-hours/student': admin('contact-hours'),
  '/letters/verify': admin('letters'),
  '/templates': admin('letters', 'messages-about-absences'),
  '/messages': admin('messages-about-absences'),
  '/master-export': mails,
  '/schedule-export': mails,
  '/jobs': mails,
  '/inbox': mails,
  '/notes': byRole(teacher('write-a-note'), admin('notes')),
  '/notes/add': byRole(teacher('write-a-note'), admin('notes')),
  '/mytimesheet': teacher('check-in-and-my-timesheet'),
  '/timesheet-admin-portal': account('pay', 'correct-a-check-in', 'close-days'),
  '/timesheet-admin-portal/add': account('correct-a-check-in'),
  '/timesheet-admin-portal/missing': account('missing-check-ins'),
  '/timesheet-admin-portal/runs': account('make-a-pay-run', 'close-days'),
  '/timesheet-admin-portal/payrolls': account('pay-codes'),
  '/timesheet-admin-portal/payrolls/add': account('pay-codes'),
  '/audit': admin('who-did-what'),
  '/erasure-texts': admin('who-did-what'),
  '/sign-in-blocks': admin('who-did-what'),
  '/settings': admin('institute-settings'),
  '/set-up': of('setting-up')('before-you-begin', 'the-first-roll'),
  '/change-history': admin('undo-an-import'),
  '/change-history/view': admin('undo-an-import'),
  '/devices': admin('devices-at-doors'),
  '/access-tokens': admin('access-tokens-and-webhooks'),
  '/import': admin('import-another-system-s-records', 'undo-an-import'),
  '/webhooks': admin('access-tokens-and-webhooks'),
};

const isRoute = (route: string | undefined): route is Route =>
  route !== undefined && route in topics;

/** What the guide says about a page to a role; about no page in particular where there is none. */
export function topicOf(route: string | undefined, role: Role | undefined): Topic {
  const found = isRoute(route) ? topics[route] : support;
  if ('page' in found) return found;
  return role === 'teacher' ? found.teacher : found.others;
}
