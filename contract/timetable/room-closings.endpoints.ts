import { endpoint } from '../endpoint.ts';
import { idParams } from '../resource-endpoints.ts';
import {
  newRoomClosing,
  roomClosed,
  roomClosingsAnswer,
  roomClosingsQuery,
} from './room-closing.ts';

export const listRoomClosings = endpoint({
  method: 'GET',
  path: '/attendance/room-closings/',
  summary: 'Rooms that are or will be closed, with the classes that are held there then',
  query: roomClosingsQuery,
  responses: { 200: roomClosingsAnswer },
  access: [
    ['Classroom', 'read'],
    ['Timetables', 'edit'],
  ],
});

export const closeRoom = endpoint({
  method: 'POST',
  path: '/attendance/room-closings/create/',
  summary: 'Close a room for some days, or preview which classes are held there then',
  body: newRoomClosing,
  responses: { 200: roomClosed, 201: roomClosed },
  access: [['Classroom', 'edit']],
  audit: { kind: 'change', what: 'Close room' },
});

export const removeRoomClosing = endpoint({
  method: 'DELETE',
  path: '/attendance/room-closings/:id/',
  summary: 'Open a room again',
  params: idParams,
  access: [['Classroom', 'edit']],
  audit: { kind: 'delete', what: 'Open closed room' },
});
