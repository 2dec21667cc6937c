import { endpoint } from '../endpoint.ts';
import { roomFeatures } from './room-feature.ts';

export const listRoomFeatures = endpoint({
  method: 'GET',
  path: '/attendance/room-features/',
  summary: 'What rooms have besides seats',
  responses: { 200: roomFeatures },
  access: [
    ['Classroom', 'read'],
    ['Timetables', 'read'],
  ],
});
