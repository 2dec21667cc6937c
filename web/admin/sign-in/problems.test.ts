import { expect, it } from 'vitest';
import { ApiError } from '#web/platform/api.ts';
import { explainSignIn } from './problems.ts';

it.each([
  [new Error('Popup closed by user'), 'The sign-in window was closed'],
  [new Error('Attempted to navigate on a disposed window'), 'The sign-in window was blocked'],
  [new Error('access_denied'), 'The sign-in was declined'],
  [new TypeError('Failed to fetch'), 'The sign-in service cannot be reached'],
  [new ApiError(401, { detail: 'Log in again.' }), 'You have been signed out'],
  [new ApiError(0, {}), 'The server did not answer'],
  ['whatever', 'Signing in did not work'],
])('%s: %s', (error, title) => expect(explainSignIn(error).title).toBe(title));
