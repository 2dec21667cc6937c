import type { Access } from '../endpoint.ts';
import { cohortEndpoints } from './cohorts.ts';

/**
 * Filters of any call that say something about a thing by what they leave: they are for who may read
 * it, as its own list is.
 */
export const filterAccess: Readonly<Record<string, Access>> = {
  cohort: cohortEndpoints.list.access,
};
