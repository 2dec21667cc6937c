import { areas } from './app/areas.ts';
import { areaOf } from './app/first-reads.ts';

// The content security policy forbids eval: zod must not try it.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = {
  jitless: true,
};

void open();

async function open(): Promise<void> {
  // The popup's callback needs no other part of the application.
  if (location.pathname === '/auth/callback') {
    const { finishPopup } = await import('#web/admin/public/finishPopup.ts');
    return finishPopup();
  }
  const starting = import('./app/start.tsx');
  if (sessionStorage.getItem('access_token') !== null)
    void Promise.all([import('./app/Pages.tsx'), areas[areaOf(location.pathname)]()]).catch(
      () => {},
    );
  const { startApp } = await starting;
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id root.');
  await startApp(root);
}
