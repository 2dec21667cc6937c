/** The resources' lists, and pages that show one of their rows. */
export { AuditPage } from '#web/features/audit/AuditPage.tsx';
export { BlockedSignInsPage } from '#web/features/blocked-sign-ins/BlockedSignInsPage.tsx';
export { CohortTransfersPage } from '#web/features/enrolment/CohortTransfersPage.tsx';
export { CohortViewPage } from '#web/features/cohorts/CohortViewPage.tsx';
export { CohortsPage } from '#web/features/cohorts/CohortsPage.tsx';
export { EnrolByCohortPage } from '#web/features/enrolment/EnrolByCohortPage.tsx';
export { EnrolBySchedulePage } from '#web/features/enrolment/EnrolBySchedulePage.tsx';
export { AbsencesPage } from '#web/features/absences/AbsencesPage.tsx';
export { OpenRollsPage } from '#web/features/open-rolls/OpenRollsPage.tsx';
export { NotesPage } from '#web/features/notes/NotesPage.tsx';
export { ScheduleStudentsPage } from '#web/features/enrolment/ScheduleStudentsPage.tsx';
export { StudentDetailsPage } from '#web/features/students/details/StudentDetailsPage.tsx';
export { StudentsPage } from '#web/features/students/StudentsPage.tsx';
export { TimetablePage } from '#web/features/timetable/TimetablePage.tsx';
export { WeekPage } from '#web/features/weeks/WeekPage.tsx';
