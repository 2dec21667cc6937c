import { endpoint } from '../endpoint.ts';
import { listOf } from '../fields.ts';
import { openRoll, openRollQuery } from '../open-roll.ts';

export const listOpenRolls = endpoint({
  method: 'GET',
  path: '/attendance/open-rolls/',
  summary: 'Rolls of past classes that were not taken or not finished',
  query: openRollQuery,
  responses: { 200: listOf(openRoll) },
  access: [['Attendance', 'read']],
});
