/**
 * The door of standing: counts, rates, the red list, follow-ups, contact hours and reports.
 * Other domains import nothing else of it.
 */
export { appealDate } from './contact-hours/appeal.ts';
export { hoursBySubject, type SubjectHours } from './contact-hours/hours.ts';
export type { Period } from './contact-hours/period.ts';
export { addIntentionSteps, addLetterSteps } from './follow-ups/letter-steps.ts';
export { countFollowUpsOf, findFollowUps } from './follow-ups/queries.ts';
export { forecastsOf } from './forecast/of-student.ts';
export { openSubjectsOf } from './forecast/queries.ts';
export { findComputed } from './red-list/computed.ts';
export { hourOfMeeting } from './reports/meetings.ts';
export { readReport } from './reports/queries.ts';
export { transactionsAfter } from './standing/news.ts';
export { createPassedIds, firstId, type HistoryPosition } from './standing/passed-ids.ts';
