import { cohorts } from '../cohort.ts';
import { forms } from '../endpoint.ts';
import { resourceEndpoints } from '../resource-endpoints.ts';

export const cohortEndpoints = resourceEndpoints({
  path: 'cohort',
  resource: cohorts,
  readers: [['Enroll Student', 'read'], ...forms('Enroll Student')],
});
