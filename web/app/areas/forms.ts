/** The resources' forms, with the schemas that validate them. */
export { CheckInFormPage } from '#web/pay/portal/CheckInFormPage.tsx';
export { CohortEnrolFormPage } from '#web/enrolment/enrol/CohortEnrolFormPage.tsx';
export { CohortFormPage } from '#web/enrolment/cohorts/CohortFormPage.tsx';
export { HolidayFormPage } from '#web/timetable/holidays/HolidayFormPage.tsx';
export { NoteFormPage } from '#web/attendance/notes/NoteFormPage.tsx';
export { PayCodeFormPage } from '#web/pay/pay-codes/PayCodeFormPage.tsx';
export { ScheduleEnrolFormPage } from '#web/enrolment/enrol/ScheduleEnrolFormPage.tsx';
export { SettingsPage } from '#web/admin/settings/SettingsPage.tsx';
export { TemplatesPage } from '#web/messages/templates/TemplatesPage.tsx';
export { VerifyPage } from '#web/messages/letters/VerifyPage.tsx';
export { StudentFormPage } from '#web/people/students/StudentFormPage.tsx';
export { TimetableFormPage } from '#web/timetable/class-schedules/TimetableFormPage.tsx';
export { TransferFormPage } from '#web/enrolment/enrol/TransferFormPage.tsx';
