/** Pages where rolls are taken, used every day. */
export { AttendancePage } from '#web/attendance/rolls/AttendancePage.tsx';
export { CardsElsewhere } from '../shell/CardsElsewhere.tsx';
export { DashboardPage } from '#web/attendance/dashboard/DashboardPage.tsx';
export { TakeRollPage } from '#web/attendance/rolls/TakeRollPage.tsx';
export { TodaysRollsPage } from '#web/attendance/todays-rolls/TodaysRollsPage.tsx';
export { ViewRollPage } from '#web/attendance/rolls/ViewRollPage.tsx';
