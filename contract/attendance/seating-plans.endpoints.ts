import { endpoint } from '../endpoint.ts';
import {
  restoreSeatingPlan as restoreBody,
  saveSeatingPlan as saveBody,
  seatingPlan,
  seatingPlanHistory,
  seatingPlanHistoryQuery,
  seatingPlanQuery,
} from './seating-plan.ts';

export const getSeatingPlan = endpoint({
  method: 'GET',
  path: '/attendance/seating-plan/',
  summary: 'Who sits where, in a class and a room, on a date',
  query: seatingPlanQuery,
  responses: { 200: seatingPlan },
  access: [['Attendance', 'read']],
  notFound: true,
});

export const getSeatingPlanHistory = endpoint({
  method: 'GET',
  path: '/attendance/seating-plan/history/',
  summary: 'The versions of a seating plan, newest first',
  query: seatingPlanHistoryQuery,
  responses: { 200: seatingPlanHistory },
  access: [['Attendance', 'read']],
});

export const saveSeatingPlan = endpoint({
  method: 'POST',
  path: '/attendance/seating-plan/save/',
  summary: 'Save the seating plan of a class in a room, and the layout of the room',
  body: saveBody,
  responses: { 200: seatingPlan },
  access: [['Attendance', 'edit']],
  audit: { kind: 'change', what: 'Save seating plan' },
});

export const restoreSeatingPlan = endpoint({
  method: 'POST',
  path: '/attendance/seating-plan/restore/',
  summary: 'Give a seating plan the seats of an earlier version again',
  body: restoreBody,
  responses: { 200: seatingPlan },
  access: [['Attendance', 'edit']],
  audit: { kind: 'change', what: 'Restore seating plan' },
});
