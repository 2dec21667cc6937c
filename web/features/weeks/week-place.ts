import type { Place } from '../meetings/useMeetingChange.ts';

/** Where changes that are made in a week are undone. */
export const weekPlace: Place = { page: 'week' };
