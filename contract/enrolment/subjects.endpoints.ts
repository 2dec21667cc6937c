import { endpoint, forms } from '../endpoint.ts';
import { bulkRemoveOf, resourceEndpoints } from '../resource-endpoints.ts';
import { subjects } from './subject.ts';

export const subjectEndpoints = resourceEndpoints({
  path: 'subjects',
  resource: subjects,
  readers: [...forms('Timetables'), ...forms('Red List Students')],
});

export const bulkRemoveSubjects = endpoint({
  ...bulkRemoveOf(subjects),
  method: 'POST',
  path: '/attendance/subjects/bulk-delete/',
});
