/** Before anything is drawn: the stored choice, else what the machine prefers. */
export function applyColorScheme(): void {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // No storage, no choice.
  }
  const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = stored === 'light' || stored === 'dark' ? stored : preferred;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
}
