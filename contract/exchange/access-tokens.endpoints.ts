import {
  accessToken,
  accessTokenParams,
  accessTokens,
  accessTokensQuery,
  createdAccessToken,
  newAccessToken,
} from './access-token.ts';
import { endpoint } from '../endpoint.ts';

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/attendance/access-tokens/',
  summary: 'Access tokens of programs, those in use first',
  query: accessTokensQuery,
  responses: { 200: accessTokens },
  access: [['Settings', 'read']],
});

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/attendance/access-tokens/create/',
  summary: 'Make an access token, which is shown once',
  description:
    'Its rights are its scopes as far as the user has them when a call is made. At most 20 in use for each user.',
  body: newAccessToken,
  responses: { 201: createdAccessToken },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Make access token' },
  rateGroup: 'sign-in',
});

export const revokeAccessToken = endpoint({
  method: 'POST',
  path: '/attendance/access-tokens/:id/revoke/',
  summary: 'Revoke an access token: it ends within ten seconds',
  params: accessTokenParams,
  responses: { 200: accessToken },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Revoke access token' },
});
