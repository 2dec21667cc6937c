import { endpoint } from '../endpoint.ts';
import {
  certificatesBody,
  intentionLettersBody,
  letters,
  lettersQuery,
  letterText,
  madeLetters,
  verifiedLetter,
  verifyQuery,
  warningLettersBody,
} from './letters.ts';
import { idParams } from '../resource-endpoints.ts';

export const makeCertificates = endpoint({
  method: 'POST',
  path: '/attendance/letters/certificates/',
  summary: 'Make or preview attendance certificates of students',
  body: certificatesBody,
  responses: { 200: madeLetters, 201: madeLetters },
  access: [['Students', 'edit']],
  audit: { kind: 'export', what: 'Make certificates' },
});

export const makeWarningLetters = endpoint({
  method: 'POST',
  path: '/attendance/letters/warnings/',
  summary: 'Make or preview warning letters for entries of the red list',
  body: warningLettersBody,
  responses: { 200: madeLetters, 201: madeLetters },
  access: [['Red List Students', 'edit']],
  audit: { kind: 'export', what: 'Make warning letters', of: 'red_list_entry' },
});

export const makeIntentionLetters = endpoint({
  method: 'POST',
  path: '/attendance/letters/intentions/',
  summary: 'Make or preview letters of intention to report, about contact hours',
  body: intentionLettersBody,
  responses: { 200: madeLetters, 201: madeLetters },
  access: [['Red List Students', 'edit']],
  audit: { kind: 'export', what: 'Make letters of intention to report' },
});

export const listLetters = endpoint({
  method: 'GET',
  path: '/attendance/letters/',
  summary: 'Letters and certificates of the kinds that the caller makes, the latest first',
  query: lettersQuery,
  responses: { 200: letters },
  access: [
    ['Students', 'edit'],
    ['Red List Students', 'edit'],
  ],
});

export const verifyLetter = endpoint({
  method: 'GET',
  path: '/attendance/letters/verify/',
  summary: 'The letter with a number, to compare with a paper',
  query: verifyQuery,
  responses: { 200: verifiedLetter },
  access: [['Students', 'read']],
  notFound: true,
});

export const getLetter = endpoint({
  method: 'GET',
  path: '/attendance/letters/:id/',
  summary: 'A letter with its text as it was made',
  params: idParams,
  responses: { 200: letterText },
  access: [
    ['Students', 'edit'],
    ['Red List Students', 'edit'],
  ],
});
