import { endpoint } from '../endpoint.ts';
import { listMails, orderedListMail } from './list-mails.ts';

export const getListMails = endpoint({
  method: 'GET',
  path: '/attendance/list-mails/',
  summary: 'Which lists the caller receives by mail, and how often',
  responses: { 200: listMails },
  access: [
    ['Attendance', 'teacherFilter'],
    ['Red List Students', 'edit'],
  ],
});

export const orderListMail = endpoint({
  method: 'POST',
  path: '/attendance/list-mails/create/',
  summary: 'Receive a list by mail each week or month, or no longer',
  body: orderedListMail,
  responses: { 200: listMails },
  access: [
    ['Attendance', 'teacherFilter'],
    ['Red List Students', 'edit'],
  ],
  audit: { kind: 'change', what: 'List by mail' },
});
