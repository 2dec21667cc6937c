import type { Place } from '../meetings/useMeetingChange.ts';

/** The place where changes in a week can be undone. */
export const weekPlace: Place = { page: 'week' };
