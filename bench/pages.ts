import { chmodSync, mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { openDatabase } from '#server/platform/database/open.ts';
import { demoToken, freePort, startServer } from '#server/test/server-process.ts';
import { median } from './load.ts';
import { openBrowser, openContext } from './open-browser.ts';
import {
  measureLoad,
  measureScrolling,
  measureStep,
  openMetered,
  type Load,
  type Walk,
} from './page-load.ts';
import { pages, scrolled, steps, type Step, type User } from './pages-cases.ts';
import { emailOf, ids, seedPagesInstitute, shape, today } from './pages-seed.ts';
import { storedSessions, type StoredSession } from './sign-in.ts';

/**
 * `BENCH_ROUNDS=5` for fewer rounds; `BENCH_PAGES=roll,students` for pages whose name contains one
 * of these words.
 */
const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
/** Reloads before those that count: the browser caches compiled code step by step, up to the sixth. */
const warmUps = 8;
const wanted = process.env.BENCH_PAGES?.split(',');

/** Measures how long pages take to open in a browser. @returns lines of Markdown tables. */
export async function measurePages(folder: string, log: (line: string) => void): Promise<string[]> {
  const dataDir = join(folder, 'pages');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(folder, 0o755);
  const opened = await openDatabase({ dataDir, poolSize: 4 }, log);
  const server = await startServer({
    dataDir,
    port: await freePort(),
    env: { DEMO: 'false', CLOCK: `${today}T12:00:00+11:00`, STUDENT_SIGN_IN: 'true' },
  });
  const browser = await openBrowser();
  try {
    if (!(await opened.database.selectFrom('student').select('id').limit(1).executeTakeFirst())) {
      log(`Seeding ${shape.students} students, ${shape.classes} classes …`);
      await seedPagesInstitute(opened.database);
    }
    const signIns = await signInsAt(server.base, dataDir);
    return await measureAll(browser, server.base, signIns, log);
  } finally {
    await browser.close();
    await server.stop('SIGINT');
    await opened.close();
  }
}

async function signInsAt(base: string, dataDir: string): Promise<Record<User, StoredSession>> {
  const storedFor = await storedSessions(base);
  const of = async (email: string, roles: string[]) =>
    storedFor(email, await demoToken(dataDir, base, email, roles));
  return {
    anonymous: {},
    admin: await of('admin@demo.example', ['admin']),
    busy: await of(emailOf(ids.busyTeacher), []),
    noon: await of(emailOf(ids.noonTeacher), []),
    student: await of('s77@bench.example', []),
  };
}

interface LoadProfile {
  title: string;
  phone: boolean;
  cold: boolean;
  worker: boolean;
}
const loadProfiles: LoadProfile[] = [
  { title: 'plain, reload', phone: false, cold: false, worker: false },
  { title: 'plain, reload by the service worker', phone: false, cold: false, worker: true },
  { title: 'plain, nothing cached', phone: false, cold: true, worker: false },
  { title: 'phone, reload', phone: true, cold: false, worker: false },
  { title: 'phone, reload by the service worker', phone: true, cold: false, worker: true },
  { title: 'phone, nothing cached', phone: true, cold: true, worker: false },
];

async function measureAll(
  browser: Browser,
  base: string,
  signIns: Record<User, StoredSession>,
  log: (line: string) => void,
): Promise<string[]> {
  const chosen = <Row extends { name: string }>(all: Row[]) =>
    all.filter(({ name }) => !wanted || wanted.some((pattern) => name.includes(pattern)));
  const table = (head: string[]) => [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
  ];
  const loads = table([
    'page',
    'way',
    'rows: median (slowest), ms',
    'first paint, ms',
    'requests',
    'KB (JavaScript)',
    'nodes',
    'shift',
  ]);
  const open = (
    { phone, worker }: Pick<LoadProfile, 'phone' | 'worker'>,
    user: User,
    rows: string,
  ) => openContext(browser, { phone, worker, stored: signIns[user], rows });

  for (const page of chosen(pages)) {
    for (const profile of loadProfiles) {
      // Neither the login screen nor students' pages have a service worker.
      if (profile.worker && ['anonymous', 'student'].includes(page.user)) continue;
      const found = await measurePage(
        () => open(profile, page.user, page.rows),
        `${base}${page.path}`,
        profile,
      );
      const line = `| ${page.name} | ${profile.title} | ${formatLine(found)} |`;
      log(`${line} (load average ${loadavg()[0]!.toFixed(1)})`);
      loads.push(line);
    }
  }

  const walked = table([
    'from page to page',
    'profile',
    'click to rows: median (slowest), ms',
    'requests',
    'after hover, ms',
    'first frame, ms',
    'requests after hover',
  ]);
  for (const step of chosen(steps)) {
    for (const phone of [false, true]) {
      const found = await measureWalk(
        () => open({ phone, worker: false }, step.user, 'h1'),
        base,
        step,
        phone,
      );
      const line = `| ${step.name} | ${phone ? 'phone' : 'plain'} | ${found} |`;
      log(`${line} (load average ${loadavg()[0]!.toFixed(1)})`);
      walked.push(line);
    }
  }
  const scrolling = table(['scrolled', 'profile', 'frames a second', 'longest pause, ms']);
  for (const page of chosen(scrolled)) {
    for (const phone of [false, true]) {
      const context = await open({ phone, worker: false }, page.user, page.rows);
      const metered = await openMetered(context, phone);
      await measureLoad(metered, () =>
        metered.page.goto(`${base}${page.path}`, { waitUntil: 'commit' }),
      );
      // Rows are drawn ahead within seconds of the load (`useDrawnAhead`).
      await metered.page.waitForFunction(
        () => !document.querySelector('[aria-busy=true], [data-student]:not([data-drawn])'),
        undefined,
        { polling: 500 },
      );
      await metered.page.waitForTimeout(1000);
      const { frames, longest } = await measureScrolling(metered);
      await context.close();
      const way = phone ? 'phone' : 'plain';
      const line = `| ${page.name} | ${way} | ${frames.toFixed(0)} | ${longest.toFixed(0)} |`;
      log(`${line} (load average ${loadavg()[0]!.toFixed(1)})`);
      scrolling.push(line);
    }
  }
  return [...loads, '', ...walked, '', ...scrolling];
}

async function measurePage(
  open: () => Promise<BrowserContext>,
  address: string,
  { phone, cold, worker }: LoadProfile,
): Promise<Load[]> {
  const found: Load[] = [];
  if (cold) {
    for (let round = 0; round < rounds; round++) {
      const context = await open();
      const metered = await openMetered(context, phone);
      found.push(
        await measureLoad(metered, () => metered.page.goto(address, { waitUntil: 'commit' })),
      );
      await context.close();
    }
    return found;
  }
  const context = await open();
  const metered = await openMetered(context, phone);
  await measureLoad(metered, () => metered.page.goto(address, { waitUntil: 'commit' }));
  if (worker) {
    await metered.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller)
        await new Promise((done) =>
          navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }),
        );
    });
  }
  for (let round = 0; round < warmUps + rounds; round++) {
    const load = await measureLoad(metered, () => metered.page.reload({ waitUntil: 'commit' }));
    if (round >= warmUps) found.push(load);
  }
  if (process.env.BENCH_ADDRESSES) console.log(metered.counted.seen.addresses.join('\n'));
  await context.close();
  return found;
}

async function measureWalk(
  open: () => Promise<BrowserContext>,
  base: string,
  step: Step,
  phone: boolean,
): Promise<string> {
  const context = await open();
  const metered = await openMetered(context, phone);
  const results: string[] = [];
  for (const hover of phone ? [false] : [false, true]) {
    const walks: Walk[] = [];
    for (let round = 0; round < rounds + 1; round++) {
      await measureLoad(metered, () =>
        metered.page.goto(`${base}${step.from}`, { waitUntil: 'commit' }),
      );
      const walk = await measureStep(metered, step.link, { ...step, hover });
      if (process.env.BENCH_ADDRESSES && round === rounds) console.log(walk.addresses.join('\n'));
      walks.push(walk);
    }
    // The first one compiles the code.
    const timed = walks.slice(1);
    results.push(spread(timed.map(({ rows }) => rows)));
    if (hover) results.push(spread(timed.map(({ frame }) => frame)));
    results.push(String(Math.max(...walks.map(({ requests }) => requests))));
  }
  await context.close();
  // A phone has no hover.
  return [...results, ...(phone ? ['', '', ''] : [])].join(' | ');
}

const spread = (times: number[]) =>
  `${median(times).toFixed(0)} (${Math.max(...times).toFixed(0)})`;

function formatLine(loads: Load[]): string {
  const medianOf = (key: keyof Load) => median(loads.map((load) => load[key]));
  return [
    spread(loads.map(({ rows }) => rows)),
    medianOf('fcp').toFixed(0),
    medianOf('requests'),
    `${medianOf('kb').toFixed(0)} (${medianOf('scriptKb').toFixed(0)})`,
    medianOf('nodes'),
    medianOf('shift').toFixed(3),
  ].join(' | ');
}
