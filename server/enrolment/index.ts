/**
 * The door of enrolment: who is in which class and cohort, and the subjects.
 * Other domains import nothing else of it.
 */
export { cohortList } from './cohorts/list.ts';
export { endAssignments } from './enrol/assignments.ts';
export { endEnrolments, endEnrolmentsOf } from './enrol/end.ts';
export { subjectList } from './subjects/list.ts';
