import { classrooms } from './classroom.ts';
import { courses } from './course.ts';
import { forms } from '../endpoint.ts';
import { resourceEndpoints } from '../resource-endpoints.ts';
import { specializations } from './specialization.ts';

// The plain resources: those with the calls of every resource only. Tags of the API, archives and
// names in the audit log are derived from this list.

export const courseEndpoints = resourceEndpoints({
  path: 'courses',
  resource: courses,
  readers: forms('Subjects'),
  about: 'What subjects belong to.',
});

export const specializationEndpoints = resourceEndpoints({
  path: 'specializations',
  resource: specializations,
  readers: forms('Subjects'),
  about: 'What subjects belong to, beside their course.',
});

export const classroomEndpoints = resourceEndpoints({
  path: 'classroom',
  resource: classrooms,
  readers: forms('Timetables'),
  about: 'Where classes are held.',
});
