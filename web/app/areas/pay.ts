/** Timesheets and pay. */
export { MissingPage } from '#web/pay/portal/MissingPage.tsx';
export { PayCodesPage } from '#web/pay/pay-codes/PayCodesPage.tsx';
export { PayRunsPage } from '#web/pay/pay-runs/PayRunsPage.tsx';
export { TimesheetPage } from '#web/pay/timesheet/TimesheetPage.tsx';
