import {
  absenceRoutes,
  followUpRoutes,
  contactHourRoutes,
  computedRedListRoutes,
  redListRoutes,
  reportRoutes,
  savedReportRoutes,
} from '#server/standing/composition.ts';
import {
  accessTokenRoutes,
  archiveRoutes,
  bulkOperationRoutes,
  jobRoutes,
  exportRoutes,
  oneRosterRoutes,
  importRunRoutes,
  studentFileRoutes,
  webhookRoutes,
} from '#server/exchange/composition.ts';
import {
  openRollRoutes,
  attendanceRoutes,
  checkRoutes,
  deviceRoutes,
  leaveRoutes,
  ownLeaveRequestRoutes,
  leaveRequestRoutes,
  myAttendanceRoutes,
  noteRoutes,
  qrRoutes,
  buildingRoutes,
  overviewRoutes,
  seatingPlanRoutes,
} from '#server/attendance/composition.ts';
import {
  auditRoutes,
  searchRoutes,
  blockedSignInRoutes,
  setUpRoutes,
  settingsRoutes,
} from '#server/admin/composition.ts';
import {
  calendarFeedRoutes,
  calendarRoutes,
  studentCalendarRoutes,
  clashRoutes,
  findTimeRoutes,
  timetableHealthRoutes,
  freeRoomRoutes,
  holidayRoutes,
  manyClassesRoutes,
  registerPlain,
  plainResources,
  meetingRoutes,
  roomClosingRoutes,
  semesterCopyRoutes,
  semesterRoutes,
  timetableRoutes,
  weekRoutes,
} from '#server/timetable/composition.ts';
import {
  cardRoutes,
  guardianRoutes,
  mergeRoutes,
  privacyRoutes,
  studentRoutes,
  teacherRoutes,
} from '#server/people/composition.ts';
import {
  cohortRoutes,
  classEnrolmentRoutes,
  cohortEnrolmentRoutes,
  enrolMembers,
  subjectRoutes,
} from '#server/enrolment/composition.ts';
import { payRunRoutes, payCodeRoutes, payrollRoutes } from '#server/pay/composition.ts';
import {
  listMailRoutes,
  letterValues,
  lettersRead,
  letterRoutes,
  messageValues,
  messageStopRoutes,
  studentMessageRoutes,
  templateRoutes,
} from '#server/messages/composition.ts';
import type { Api, AppContext } from './app-context.ts';

/** The calls below `/attendance/`, of all domains. */
export function attendanceCalls(attendance: Api, context: AppContext): void {
  calendarRoutes(attendance, context);
  calendarFeedRoutes(attendance, context);
  studentCalendarRoutes(attendance, context);
  myAttendanceRoutes(attendance, context);
  ownLeaveRequestRoutes(attendance, context);
  leaveRequestRoutes(attendance, context);
  qrRoutes(attendance, context);
  cardRoutes(attendance, context);
  deviceRoutes(attendance, context);
  attendanceRoutes(attendance, context);
  openRollRoutes(attendance, context);
  seatingPlanRoutes(attendance, context);
  listMailRoutes(attendance, context);
  absenceRoutes(attendance, context);
  computedRedListRoutes(attendance, context);
  overviewRoutes(attendance, context);
  buildingRoutes(attendance, context);
  followUpRoutes(attendance, context);
  contactHourRoutes(attendance, context, lettersRead);
  reportRoutes(attendance, context);
  savedReportRoutes(attendance, context);
  meetingRoutes(attendance, context);
  clashRoutes(attendance, context);
  checkRoutes(attendance, context);
  findTimeRoutes(attendance, context);
  roomClosingRoutes(attendance, context);
  weekRoutes(attendance, context);
  semesterCopyRoutes(attendance, context, enrolMembers);
  manyClassesRoutes(attendance, context);
  freeRoomRoutes(attendance, context);
  timetableHealthRoutes(attendance, context);
  searchRoutes(attendance, context);
  payrollRoutes(attendance, context);
  payRunRoutes(attendance, context);
  exportRoutes(attendance, context);
  oneRosterRoutes(attendance, context);
  jobRoutes(attendance, context);
  classEnrolmentRoutes(attendance, context);
  cohortEnrolmentRoutes(attendance, context);
  studentFileRoutes(attendance, context);
  blockedSignInRoutes(attendance, context);
  settingsRoutes(attendance, context);
  setUpRoutes(attendance, context);
  accessTokenRoutes(attendance, context);
  webhookRoutes(attendance, context);
  importRunRoutes(attendance, context);
  templateRoutes(attendance, context, {
    ...letterValues(context),
    ...messageValues(context),
  });
  letterRoutes(attendance, context);
  studentMessageRoutes(attendance, context);
  messageStopRoutes(attendance, context);
  guardianRoutes(attendance, context);
  auditRoutes(attendance, context);
  privacyRoutes(attendance, context);
  mergeRoutes(attendance, context);
  const resources = [
    ...plainResources.map((it) => registerPlain(attendance, context, it)),
    studentRoutes(attendance, context),
    teacherRoutes(attendance, context),
    subjectRoutes(attendance, context),
    semesterRoutes(attendance, context),
    timetableRoutes(attendance, context),
    cohortRoutes(attendance, context),
    holidayRoutes(attendance, context),
    leaveRoutes(attendance, context),
    redListRoutes(attendance, context),
    payCodeRoutes(attendance, context),
    noteRoutes(attendance, context),
  ];
  archiveRoutes(attendance, context, resources);
  bulkOperationRoutes(attendance, context, resources);
}
