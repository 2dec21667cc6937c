import { absenceQuery, absences } from './absences.ts';
import { endpoint } from '../endpoint.ts';

export const listAbsences = endpoint({
  method: 'GET',
  path: '/attendance/absences/',
  summary: 'Students by subject who were absent between two dates, or whose rate is low',
  query: absenceQuery,
  responses: { 200: absences },
  access: [['Attendance', 'read']],
});
