import { endpoint } from '../endpoint.ts';
import { idParams } from '../resource-endpoints.ts';
import {
  buildingLiveQuery,
  changesQuery,
  changesSince,
  newRollCall,
  rollCallNow,
  rollCallRecord,
  rollCalls,
  rollCallsQuery,
  rollCallStarted,
  ticksBody,
  ticksTaken,
  whoIsHere,
} from './building.ts';

const ofTeachers = 'Teachers need the setting *Teachers may see and tick who is here*.';

export const getWhoIsHere = endpoint({
  method: 'GET',
  path: '/attendance/building/',
  summary: 'Who is here now, or the people of the roll call that is running',
  description: ofTeachers,
  responses: { 200: whoIsHere },
  access: [['Attendance', 'read']],
});

export const getRollCallNow = endpoint({
  method: 'GET',
  path: '/attendance/building/running/',
  summary: 'The roll call of the building that is running, without its people',
  description: ofTeachers,
  responses: { 200: rollCallNow },
  access: [['Attendance', 'read']],
});

export const getBuildingChanges = endpoint({
  method: 'GET',
  path: '/attendance/building/changes/',
  summary: 'The people of a roll call who have changed since a version',
  description: ofTeachers,
  query: changesQuery,
  responses: { 200: changesSince },
  access: [['Attendance', 'read']],
  notFound: true,
});

export const followBuilding = endpoint({
  method: 'GET',
  path: '/attendance/building/live',
  summary: 'Changes of who is here, as server-sent events',
  description: ofTeachers,
  query: buildingLiveQuery,
  file: ['text/event-stream'],
  tokens: false,
  access: [['Attendance', 'read']],
});

export const startRollCall = endpoint({
  method: 'POST',
  path: '/attendance/building/roll-calls/create/',
  summary: 'Start a roll call of the building',
  body: newRollCall,
  responses: { 201: rollCallStarted },
  access: [['Attendance', 'teacherFilter']],
  audit: { kind: 'change', what: 'Start roll call of the building' },
});

export const tickPeople = endpoint({
  method: 'POST',
  path: '/attendance/building/ticks/',
  summary: 'Say of people whether they are accounted for',
  description: `A tick of the same device with the same number is taken once. ${ofTeachers}`,
  body: ticksBody,
  responses: { 200: ticksTaken },
  access: [['Attendance', 'read']],
  notFound: true,
  // Each tick is a row with its author, and the record shows it.
  audit: 'history',
  rateGroup: 'taps',
});

export const endRollCall = endpoint({
  method: 'POST',
  path: '/attendance/building/roll-calls/:id/end/',
  summary: 'End the roll call of the building',
  params: idParams,
  responses: { 200: rollCallRecord },
  access: [['Attendance', 'teacherFilter']],
  audit: { kind: 'change', what: 'End roll call of the building' },
});

export const listRollCalls = endpoint({
  method: 'GET',
  path: '/attendance/building/roll-calls/',
  summary: 'Roll calls of the building with their figures',
  query: rollCallsQuery,
  responses: { 200: rollCalls },
  access: [['Attendance', 'teacherFilter']],
});

export const getRollCall = endpoint({
  method: 'GET',
  path: '/attendance/building/roll-calls/:id/',
  summary: 'The record of a roll call of the building',
  params: idParams,
  responses: { 200: rollCallRecord },
  access: [['Attendance', 'teacherFilter']],
});
