/** Timesheets and what is paid. */
export { MissingPage } from '../../features/portal/MissingPage.tsx';
export { PayCodesPage } from '../../features/pay-codes/PayCodesPage.tsx';
export { TimesheetPage } from '../../features/timesheet/TimesheetPage.tsx';
