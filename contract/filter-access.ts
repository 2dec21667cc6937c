import { forms } from './endpoint.ts';
import { canAny, type Permission, type Permissions } from './permissions.ts';

/** The permissions that read cohorts, besides that of their page. */
export const cohortReaders: readonly Permission[] = [
  ['Enroll Student', 'read'],
  ...forms('Enroll Student'),
];

/**
 * Filters whose results tell something about a row, in any call: they need the permission to read
 * that row.
 */
const filterAccess: Readonly<Record<string, readonly Permission[]>> = {
  cohort: [['Cohort', 'read'], ...cohortReaders],
};

/** Whether calls of a user may have a filter; those with others are refused (403). */
export const mayFilterBy = (permissions: Permissions, name: string): boolean =>
  // A client may send `constructor` as well.
  !Object.hasOwn(filterAccess, name) || canAny(permissions, filterAccess[name] ?? []);
