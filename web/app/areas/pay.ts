/** Timesheets and pay. */
export { MissingPage } from '#web/features/portal/MissingPage.tsx';
export { PayCodesPage } from '#web/features/pay-codes/PayCodesPage.tsx';
export { PayRunsPage } from '#web/features/pay-runs/PayRunsPage.tsx';
export { TimesheetPage } from '#web/features/timesheet/TimesheetPage.tsx';
