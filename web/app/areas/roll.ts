/** Where rolls are taken: the pages of every day. */
export { AttendancePage } from '../../features/attendance/AttendancePage.tsx';
export { DashboardPage } from '../../features/dashboard/DashboardPage.tsx';
export { TakeRollPage } from '../../features/attendance/TakeRollPage.tsx';
export { ViewRollPage } from '../../features/attendance/ViewRollPage.tsx';
