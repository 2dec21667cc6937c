/** The parts of enrolment that the composition root (`server/*.ts`) puts together. */
export { cohortRoutes } from './cohorts/routes.ts';
export { classEnrolmentRoutes } from './enrol/class-routes.ts';
export { cohortEnrolmentRoutes } from './enrol/cohort-routes.ts';
export { enrolMembers } from './enrol/members.ts';
export { subjectRoutes } from './subjects/routes.ts';
