/** The resources' forms, with the schemas that validate them. */
export { CheckInFormPage } from '#web/features/portal/CheckInFormPage.tsx';
export { CohortEnrolFormPage } from '#web/features/enrolment/CohortEnrolFormPage.tsx';
export { CohortFormPage } from '#web/features/cohorts/CohortFormPage.tsx';
export { HolidayFormPage } from '#web/features/holidays/HolidayFormPage.tsx';
export { NoteFormPage } from '#web/features/notes/NoteFormPage.tsx';
export { PayCodeFormPage } from '#web/features/pay-codes/PayCodeFormPage.tsx';
export { ScheduleEnrolFormPage } from '#web/features/enrolment/ScheduleEnrolFormPage.tsx';
export { SettingsPage } from '#web/features/settings/SettingsPage.tsx';
export { TemplatesPage } from '#web/features/templates/TemplatesPage.tsx';
export { VerifyPage } from '#web/features/letters/VerifyPage.tsx';
export { StudentFormPage } from '#web/features/students/StudentFormPage.tsx';
export { TimetableFormPage } from '#web/features/timetable/TimetableFormPage.tsx';
export { TransferFormPage } from '#web/features/enrolment/TransferFormPage.tsx';
