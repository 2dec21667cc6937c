/**
 * The door of the timetable: class schedules, meetings, clashes, semesters, holidays and rooms.
 * Other domains import nothing else of it.
 */
export { rememberConfirmed } from './clashes/confirmed.ts';
export { type Crowd, crowdsOf } from './clashes/crowds.ts';
export { clashes } from './clashes/judge.ts';
export { lockClassesToJoin, lockEverything } from './clashes/lock.ts';
export { kindsOfDates, writtenMeetings } from './clashes/newly-held.ts';
export { isWritten, meetingsOfClasses, plannedMeetings } from './clashes/proposals.ts';
export { settleClashes } from './clashes/settle.ts';
export {
  joinedInTwoPlaces,
  type JoinedTwice,
  overlapsAmong,
  studentsInTwoPlaces,
} from './clashes/students.ts';
export { classesNamed, classesOfStudents } from './class-schedules/conflict-classes.ts';
export { periodOf } from './class-schedules/period.ts';
export { presentConflicts } from './class-schedules/present.ts';
export { type ClassesQuery, classList } from './class-schedules/queries.ts';
export { classesWith } from './class-schedules/references.ts';
export { weekdayError } from './class-schedules/weekday.ts';
export { weeksError } from './class-schedules/weeks.ts';
export { plainList } from './master-data/plain-resource.ts';
export { classroom, plainResources } from './master-data/resources.ts';
export { stampStatus } from './meetings/operations.ts';
export { planAt, planAtLocal, planDates } from './meetings/planning.ts';
export { rolledBack } from './meetings/rolled-back.ts';
export {
  deleteMeetings,
  type FoundMeeting,
  insertMeetings,
  lockMeetingsOf,
  type MeetingRow,
  type NewMeeting,
  carriedBy,
  rowOf,
  saveMeetings,
} from './meetings/store.ts';
export { assertNoMeetingsToCome } from './meetings/to-come.ts';
export type { EnrolMembers } from './semesters/copy/copy.ts';
export { whatHappened } from './meetings/what-happened.ts';
