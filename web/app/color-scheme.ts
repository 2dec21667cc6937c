/** Runs before the first paint: the stored choice, else the system's preference. */
export function applyColorScheme(): void {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Without storage there is no choice.
  }
  const preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const scheme = stored === 'light' || stored === 'dark' ? stored : preferred;
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
}
