import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { listOf, listQuery } from '../fields.ts';
import { cohortEndpoints } from '../enrolment/cohorts.endpoints.ts';
import { holidayEndpoints } from '../timetable/holidays.endpoints.ts';
import { leaveEndpoints } from '../attendance/leave.endpoints.ts';
import * as masterData from '../timetable/master-data.endpoints.ts';
import { noteEndpoints } from '../attendance/notes.endpoints.ts';
import { payCodeEndpoints } from '../pay/pay-codes.endpoints.ts';
import { redListEndpoints } from '../standing/red-list.endpoints.ts';
import { semesterEndpoints } from '../timetable/semesters.endpoints.ts';
import { studentEndpoints } from '../people/students.endpoints.ts';
import { subjectEndpoints } from '../enrolment/subjects.endpoints.ts';
import { teacherEndpoints } from '../people/teachers.endpoints.ts';
import { classScheduleEndpoints } from '../timetable/timetable.endpoints.ts';

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
