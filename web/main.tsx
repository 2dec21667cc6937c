// The policy forbids eval: zod, wherever it is loaded later, must not try it.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

/** The popup's way back from the identity provider needs nothing of the application. */
if (location.pathname === '/auth/callback') {
  const { finishPopup } = await import('./features/sign-in/finishPopup.ts');
  await finishPopup();
} else {
  const { startApp } = await import('./app/start.tsx');
  await startApp(document.getElementById('root')!);
}

export {};
