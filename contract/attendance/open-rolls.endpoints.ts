import { endpoint } from '../endpoint.ts';
import { openRollQuery, openRolls } from './open-roll.ts';

export const listOpenRolls = endpoint({
  method: 'GET',
  path: '/attendance/open-rolls/',
  summary: 'Rolls of past classes that were not taken or unfinished',
  query: openRollQuery,
  responses: { 200: openRolls },
  access: [['Attendance', 'read']],
});
