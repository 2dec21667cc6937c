import { endpoint } from '../endpoint.ts';
import { setUp } from './set-up.ts';

export const getSetUp = endpoint({
  method: 'GET',
  path: '/attendance/set-up/',
  summary: 'How far the institute is set up, and what is missing',
  responses: { 200: setUp },
  access: [['Settings', 'read']],
});
