import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fill } from './fill.ts';
import { createSandbox } from './sandbox.ts';
import { seatsOf, sendMarks } from './load-clients.ts';
import type { Report } from './report.ts';

/**
 * The disk fills up under load and is emptied again; a small tmpfs stands in for it, which needs
 * root on Linux.
 */
export async function diskFullDrill(): Promise<Report> {
  const drill = 'the disk is full for some seconds';
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { drill: `${drill} (skipped: needs root on Linux)`, figures: {}, failed: false };
  const disk = mkdtempSync(join(tmpdir(), 'attendance-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m,mode=755', 'tmpfs', disk]);
  try {
    const sandbox = createSandbox(disk);
    const server = await sandbox.start();
    const token = await sandbox.token(server);
    const seats = await seatsOf(server.base, token);
    const clients = sendMarks(seats, {
      base: () => server.base,
      token: () => token,
      clients: 12,
      perSecond: 200,
    });
    await wait(2000);
    const before = clients.results.answered;
    const filler = join(disk, 'filler');
    fill(filler);
    const filled = performance.now();
    // Disk space that the database has already allocated lasts for some seconds.
    await wait(20_000);
    const silent = performance.now() - clients.lastAnswer();
    const during = clients.results.answered - before;
    rmSync(filler);
    const emptied = performance.now();
    while (clients.lastAnswer() < emptied) {
      if (performance.now() - emptied > 60_000)
        throw new Error('No mark was answered for a minute');
      await wait(5);
    }
    const back = clients.lastAnswer() - emptied;
    await wait(2000);
    await clients.stop();
    const found = await clients.check(await sandbox.connection());
    await server.stop('SIGINT');
    return {
      drill,
      figures: {
        'marks answered': clients.results.answered,
        'of them while it was full': during,
        'full for':
          `${((emptied - filled) / 1000).toFixed(0)} s, ` +
          `the last ${(silent / 1000).toFixed(1)} s of them without an answer`,
        lost: found.lost,
        doubled: found.doubled,
        'until a mark is answered again': `${(back / 1000).toFixed(2)} s`,
      },
      otherAnswers: clients.results.otherAnswers,
      failed: found.lost > 0 || found.doubled > 0 || silent < 1000,
    };
  } finally {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}
