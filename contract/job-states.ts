/** Where an export by mail stands; apart from the schemas, for screens that need the words alone. */
export const jobStates = ['waiting', 'working', 'done', 'failed'] as const;
export type JobState = (typeof jobStates)[number];
