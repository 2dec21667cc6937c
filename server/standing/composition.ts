/** The parts of standing that the composition root (`server/*.ts`) puts together. */
export { absenceRoutes } from './absences/routes.ts';
export { contactHourRoutes } from './contact-hours/routes.ts';
export { followUpRoutes } from './follow-ups/routes.ts';
export { checkForecast, reportOf, thresholdOf } from './forecast/check.ts';
export { computedRedListRoutes } from './red-list/computed-routes.ts';
export { redListRoutes } from './red-list/routes.ts';
export { reportRoutes } from './reports/routes.ts';
export { savedReportRoutes } from './reports/saved-routes.ts';
export { keepStandings } from './standing/keep.ts';
