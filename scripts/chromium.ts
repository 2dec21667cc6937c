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

/** Headless Chromium: the browser tests take less than half the time in it. */
const headlessShell = '/usr/bin/chromium-headless-shell';

/** `CHROMIUM_PATH`, else Chromium's headless shell, else an installed Chromium or Chrome. */
export function findChromium(): string | null {
  return findFirst([process.env.CHROMIUM_PATH, headlessShell, ...places]);
}

const findFirst = (paths: (string | undefined)[]): string | null =>
  paths.find((path) => path && existsSync(path)) ?? null;

/**
 * Finds a browser for the tests, or installs Debian's.
 * @param whole the full browser, for measurements.
 * @throws Error that names what is missing.
 */
export function needChromium(whole = false): string {
  const find = () => (whole ? findFirst([process.env.CHROMIUM_PATH, ...places]) : findChromium());
  const isBest = (path: string | null) =>
    path !== null && (whole || path === headlessShell || path === process.env.CHROMIUM_PATH);
  if (!isBest(find())) {
    const installed = !whole && install('chromium-headless-shell', 'fonts-dejavu-core');
    if (!installed && find() === null) install('chromium', 'fonts-dejavu-core');
  }
  const found = find();
  if (!found)
    throw new Error(
      'The browser tests need Chromium or Chrome: install it, or name it with CHROMIUM_PATH.',
    );
  return found;
}

/** @returns false where Debian's packages, or the right to install them, are missing. */
function install(...packages: string[]): boolean {
  const isRoot = process.getuid?.() === 0;
  const run = (...command: [string, ...string[]]) => {
    const [program, ...args]: typeof command = isRoot ? command : ['sudo', '-n', ...command];
    execFileSync(program, args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  };
  try {
    console.log(`Installing ${packages[0]} for the browser tests …`);
    run('apt-get', 'update', '-qq');
    run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);
    return true;
  } catch {
    return false;
  }
}

// By itself: installs the browser while something else runs.
if (import.meta.main) needChromium();
