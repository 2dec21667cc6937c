import { expect, it } from 'vitest';
import { roomInText, roomName } from './room-name.ts';

it.each([
  ['105', 'Room 105', 'room 105'],
  ['Room 105', 'Room 105', 'Room 105'],
  ['room B', 'room B', 'room B'],
  ['Roomy hall', 'Room Roomy hall', 'room Roomy hall'],
])('a room is named once: %s', (number, name, inText) => {
  expect([roomName(number), roomInText(number)]).toEqual([name, inText]);
});
