import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** `CHROMIUM_PATH`, else an installed Chromium or Chrome. */
export function findChromium(): string | null {
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path)) ?? null;
}

/**
 * Finds a browser for the tests, or installs Debian's.
 * @throws Error that says what is missing.
 */
export function needChromium(): string {
  const found = findChromium();
  if (found) return found;
  try {
    const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
    const run = (...command: string[]) => {
      const [program, ...args] = [...asRoot, ...command];
      execFileSync(program!, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    };
    console.log('Installing Chromium for the browser tests …');
    run('apt-get', 'update', '-qq');
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core');
  } catch {
    // Said below.
  }
  const installed = findChromium();
  if (!installed) throw new Error('The browser tests need Chromium or Chrome: install it, or name it with CHROMIUM_PATH.');
  return installed;
}
