import { endpoint } from '../endpoint.ts';
import { findTimeQuery, timesFound } from './find-time.ts';

export const findTime = endpoint({
  method: 'GET',
  path: '/attendance/find-time/',
  summary: 'Weekly times and rooms for a class, the best first, with what speaks for each',
  query: findTimeQuery,
  responses: { 200: timesFound },
  access: [['Timetables', 'edit']],
  notFound: true,
  isCostly: true,
});
