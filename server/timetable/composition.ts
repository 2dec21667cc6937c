/** The parts of the timetable that the composition root (`server/*.ts`) puts together. */
export { calendarFeedRoutes } from './calendar-feed/feed.ts';
export { calendarRoutes } from './calendar-feed/routes.ts';
export { studentCalendarRoutes } from './calendar-feed/student-feed.ts';
export { clashRoutes } from './clashes/routes.ts';
export { timetableRoutes } from './class-schedules/routes.ts';
export { findTimeRoutes } from './find-time/routes.ts';
export { freeRoomRoutes } from './free-rooms/routes.ts';
export { timetableHealthRoutes } from './health/routes.ts';
export { holidayRoutes } from './holidays/routes.ts';
export { registerPlain } from './master-data/plain-resource.ts';
export { plainResources } from './master-data/resources.ts';
export { repairMeetings } from './meetings/planning.ts';
export { meetingRoutes } from './meetings/routes.ts';
export { roomClosingRoutes } from './room-closings/routes.ts';
export { semesterCopyRoutes } from './semesters/copy/routes.ts';
export { semesterRoutes } from './semesters/routes.ts';
export { weekRoutes } from './weeks/routes.ts';
