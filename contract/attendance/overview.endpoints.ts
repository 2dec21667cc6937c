import { endpoint } from '../endpoint.ts';
import { overview } from './overview.ts';

export const getOverview = endpoint({
  method: 'GET',
  path: '/attendance/overview/',
  summary: 'How today is going: rolls taken, the rate against the usual one, what waits',
  responses: { 200: overview },
  access: [['Attendance', 'teacherFilter']],
});
