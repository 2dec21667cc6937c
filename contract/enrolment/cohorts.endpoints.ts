import { cohorts } from './cohort.ts';
import { cohortReaders } from '../filter-access.ts';
import { resourceEndpoints } from '../resource-endpoints.ts';

export const cohortEndpoints = resourceEndpoints({
  path: 'cohort',
  resource: cohorts,
  readers: cohortReaders,
});
