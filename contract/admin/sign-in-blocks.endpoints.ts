import { blockedSignIns, releasedSignIn } from './blocked-sign-in.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, readEndpoints } from '../resource-endpoints.ts';

/** Sign-ins that were refused because their address belongs to another account of the provider. */
export const blockedSignInEndpoints = readEndpoints({
  path: 'sign-in-blocks',
  resource: blockedSignIns,
  access: [['Settings', 'read']],
});

export const releaseBlockedSignIn = endpoint({
  method: 'POST',
  path: '/attendance/sign-in-blocks/:id/release/',
  summary: 'Give the address to the blocked account',
  params: idParams,
  responses: { 200: releasedSignIn },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Release blocked sign-in' },
});

export const dismissBlockedSignIn = endpoint({
  method: 'DELETE',
  path: '/attendance/sign-in-blocks/:id/',
  summary: 'Dismiss a blocked sign-in',
  params: idParams,
  access: [['Settings', 'edit']],
  audit: { kind: 'delete', what: 'Delete blocked sign-in' },
});
