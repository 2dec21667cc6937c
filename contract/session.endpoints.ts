import { endpoint } from './endpoint.ts';
import { publicConfig, userDetails } from './session.ts';

export const getConfig = endpoint({
  method: 'GET',
  path: '/config/',
  summary: 'The institute’s settings, as the screens need them',
  responses: { 200: publicConfig },
  access: 'public',
});

export const getApiDescription = endpoint({
  method: 'GET',
  path: '/openapi.json',
  summary: 'This description',
  file: ['application/json'],
  access: 'public',
});

export const getUserDetails = endpoint({
  method: 'GET',
  path: '/user/details/',
  summary: 'Who is signed in, with roles and permissions',
  responses: { 200: userDetails },
  access: 'signed-in',
  tokens: true,
});
