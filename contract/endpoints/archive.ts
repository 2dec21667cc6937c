import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listOf, listQuery } from '../fields.ts';
import { cohortEndpoints } from './cohorts.ts';
import { holidayEndpoints } from './holidays.ts';
import { leaveEndpoints } from './leave.ts';
import * as masterData from './master-data.ts';
import { noteEndpoints } from './notes.ts';
import { payCodeEndpoints } from './pay-codes.ts';
import { redListEndpoints } from './red-list.ts';
import { semesterEndpoints } from './semesters.ts';
import { studentEndpoints } from './students.ts';
import { subjectEndpoints } from './subjects.ts';
import { teacherEndpoints } from './teachers.ts';
import { classScheduleEndpoints } from './timetable.ts';

/** Names of the resources that have an archive. */
const archives = [
  ...Object.values(masterData),
  studentEndpoints,
  teacherEndpoints,
  subjectEndpoints,
  semesterEndpoints,
  classScheduleEndpoints,
  cohortEndpoints,
  holidayEndpoints,
  leaveEndpoints,
  redListEndpoints,
  payCodeEndpoints,
  noteEndpoints,
].map(({ name }) => name);

/** Each name needs the permission to read that resource. */
export const getArchived = endpoint({
  method: 'GET',
  path: '/attendance/bulk-archive/',
  summary: 'Archived rows of one resource, as in its own list',
  query: z.strictObject({
    ...listQuery,
    archive_name: z.enum(archives, `must be one of ${archives.join(', ')}`),
  }),
  responses: { 200: listOf(z.record(z.string(), z.unknown())) },
  access: 'signed-in',
});
