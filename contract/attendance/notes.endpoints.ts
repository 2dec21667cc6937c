import { notes } from './note.ts';
import { resourceEndpoints } from '../resource-endpoints.ts';

const endpoints = resourceEndpoints({ path: 'attendance-note', resource: notes });
const ownRowsUnless = ['Attendance', 'teacherFilter'] as const;

export const noteEndpoints = {
  ...endpoints,
  change: { ...endpoints.change, ownRowsUnless },
  remove: { ...endpoints.remove, ownRowsUnless },
};
