/** Pages where rolls are taken, used every day. */
export { AttendancePage } from '#web/features/attendance/AttendancePage.tsx';
export { DashboardPage } from '#web/features/dashboard/DashboardPage.tsx';
export { TakeRollPage } from '#web/features/attendance/TakeRollPage.tsx';
export { TodaysRollsPage } from '#web/features/todays-rolls/TodaysRollsPage.tsx';
export { ViewRollPage } from '#web/features/attendance/ViewRollPage.tsx';
