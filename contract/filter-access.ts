import type { Access } from './endpoint.ts';
import { cohortEndpoints } from './endpoints/cohorts.ts';

/**
 * Filters whose results tell something about a row, in any call: they need the permission to read
 * that row.
 */
export const filterAccess: Readonly<Record<string, Access>> = {
  cohort: cohortEndpoints.list.access,
};
