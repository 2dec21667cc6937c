// Inlined into the page (web/build/boot.ts) and run before any other file has loaded: all its
// imports are part of the page.
import { addressOf } from '#contract/endpoint.ts';
import { getConfig, getUserDetails } from '#contract/session.endpoints.ts';
import { sendAhead } from './platform/ahead.ts';
import { deviceMarker } from './platform/reader/device-marker.ts';
import { applyColorScheme } from './app/color-scheme.ts';
import { areaOf, firstReads } from './app/first-reads.ts';
import { sendOwnRollAhead } from './app/own-roll-ahead.ts';
import { storedUser } from './platform/stored-user.ts';
import { hasLoggedOutSince } from './platform/logouts.ts';

declare global {
  /**
   * The files of each chunk and its imports, for `<link rel="modulepreload">`; filled in by the
   * build.
   */
  const chunkFiles: Record<string, string[]>;
}

applyColorScheme();
// A device at a door opens no page of the staff (R-DOOR-10).
if (localStorage.getItem(deviceMarker) !== null) location.replace('/door/');

// The popup's callback needs no other part of the application.
if (location.pathname !== '/auth/callback') {
  sendAhead([addressOf(getConfig)], null);
  // The application removes the rest of this sign-in; until then nothing is shown or requested with
  // it.
  if (hasLoggedOutSince())
    for (const key of ['access_token', 'email', 'details']) sessionStorage.removeItem(key);
  // The last user of this window stays signed in until the server rejects the token: pages and data
  // are requested meanwhile.
  const token = sessionStorage.getItem('access_token');
  if (token !== null) {
    const today = sessionStorage.getItem('today');
    const known = { today, user: storedUser() };
    sendAhead([addressOf(getUserDetails), ...firstReads(location, known)], token);
    if (location.pathname === '/')
      void sendOwnRollAhead(new URLSearchParams(location.search).get('date') ?? today, token);
    const files = new Set(
      ['shell', areaOf(location.pathname)].flatMap((chunk) => chunkFiles[chunk] ?? []),
    );
    for (const href of files)
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel: 'modulepreload',
          crossOrigin: '',
          href,
        }),
      );
    // The first format of a process makes the browser read its list of languages, 15 ms: now, while
    // the page waits for its files.
    setTimeout(() => Intl.DateTimeFormat.supportedLocalesOf('en'));
  }
}
