import { sendAhead } from './app/ahead.ts';
import { areas } from './app/areas.ts';
import { applyColorScheme } from './app/color-scheme.ts';
import { areaOf, firstReads } from './app/first-reads.ts';

// The policy forbids eval: zod, wherever it is loaded later, must not try it.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

applyColorScheme();

/** The popup's way back from the identity provider needs nothing of the application. */
if (location.pathname === '/auth/callback') {
  const { finishPopup } = await import('./features/sign-in/finishPopup.ts');
  await finishPopup();
} else {
  const token = sessionStorage.getItem('access_token');
  const starting = import('./app/start.tsx');
  sendAhead(['config/'], null);
  // Whoever was signed in stays so until the server says otherwise: the pages and what they show are requested meanwhile.
  if (token !== null) {
    sendAhead(['user/details/', ...firstReads(location)], token);
    void Promise.all([import('./app/Pages.tsx'), areas[areaOf(location.pathname)]()]).catch(() => {});
  }
  const { startApp } = await starting;
  await startApp(document.getElementById('root')!);
}
