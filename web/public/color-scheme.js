// Before anything is painted: the kept choice, else what the machine prefers.
(function () {
  var kept = null;
  try {
    kept = localStorage.getItem('mantine-color-scheme-value');
  } catch {}
  var scheme = kept === 'light' || kept === 'dark' ? kept : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
// The strict content security policy allows no code from text: zod need not try.
globalThis.__zod_globalConfig = { jitless: true };
