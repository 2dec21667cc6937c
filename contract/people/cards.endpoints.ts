import { endpoint } from '../endpoint.ts';
import { idParams } from '../resource-endpoints.ts';
import {
  cardQuery,
  formerCardPatch,
  foundCard,
  handedOut,
  handOutBody,
  printBody,
  printedCards,
  studentCard,
  studentCards,
  undoHandOutBody,
  undoneHandOut,
} from './student-card.ts';
import { studentParams } from '../student.ts';

export const listStudentCards = endpoint({
  method: 'GET',
  path: '/attendance/student-details/:student/cards/',
  summary: 'The cards of a student, the present one first, then the latest',
  params: studentParams,
  responses: { 200: studentCards },
  access: [['Students', 'read']],
});

export const changeFormerCard = endpoint({
  method: 'PATCH',
  path: '/attendance/cards/:id/',
  summary: 'Say why a former card ended',
  description:
    'A card that was lost or replaced is given to another student only after it was returned.',
  params: idParams,
  body: formerCardPatch,
  responses: { 200: studentCard },
  access: [['Students', 'edit']],
  audit: { kind: 'change', what: 'Change former card' },
});

export const findCard = endpoint({
  method: 'GET',
  path: '/attendance/cards/find/',
  summary: 'Whose card a number is, or was last',
  query: cardQuery,
  responses: { 200: foundCard },
  access: [['Students', 'edit']],
});

export const handOutCard = endpoint({
  method: 'POST',
  path: '/attendance/cards/hand-out/',
  summary: 'Give a card to a student; a print status of awaiting_collection becomes collected',
  description:
    '400 at `number` for the card of somebody else, unless `confirm` is true; also at `student` where it is not as `seen`.',
  body: handOutBody,
  responses: { 200: handedOut },
  access: [['Students', 'edit']],
  audit: { kind: 'change', what: 'Hand out card' },
});

export const undoHandOut = endpoint({
  method: 'POST',
  path: '/attendance/cards/hand-out/undo/',
  summary: 'Take back a card that was handed out, with what it had replaced',
  description: '409 when the card was changed since.',
  body: undoHandOutBody,
  responses: { 200: undoneHandOut },
  access: [['Students', 'edit']],
  audit: { kind: 'change', what: 'Undo hand-out of card' },
  notFound: true,
});

export const printCards = endpoint({
  method: 'POST',
  path: '/attendance/cards/print/',
  summary: 'What is printed on students’ cards; who has no card gets a random number',
  body: printBody,
  responses: { 200: printedCards },
  access: [['Students', 'edit']],
  audit: { kind: 'export', what: 'Print cards', of: 'student' },
});
