import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPlace } from './place.ts';
import { seatsOf, sendMarks } from './tellers.ts';
import type { Report } from './report.ts';

/** Takes every byte that is left. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1024 * 1024; size >= 512;) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch {
        size /= 2;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** The disk fills up under load and is emptied again; a small file system in memory stands for it, which asks for root on Linux. */
export async function diskFullDrill(): Promise<Report> {
  const drill = 'the disk is full for some seconds';
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { drill: `${drill} (skipped: needs root on Linux)`, figures: {}, failed: false };
  const disk = mkdtempSync(join(tmpdir(), 'attendance-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=260m,mode=755', 'tmpfs', disk]);
  try {
    const place = openPlace(disk);
    const server = await place.start();
    const token = await place.token(server);
    const seats = await seatsOf(server.base, token);
    const tellers = sendMarks(seats, { base: () => server.base, token: () => token, clients: 12, perSecond: 200 });
    await wait(2000);
    const before = tellers.told.answered;
    const filler = join(disk, 'filler');
    fill(filler);
    const filled = performance.now();
    // What is left in the database's own files lasts a little.
    await wait(20_000);
    const silent = performance.now() - tellers.lastAnswer();
    const during = tellers.told.answered - before;
    rmSync(filler);
    const emptied = performance.now();
    while (tellers.lastAnswer() < emptied) {
      if (performance.now() - emptied > 60_000) throw new Error('No mark was answered for a minute');
      await wait(5);
    }
    const back = tellers.lastAnswer() - emptied;
    await wait(2000);
    await tellers.stop();
    const found = await tellers.check(await place.connection());
    await server.stop('SIGINT');
    return {
      drill,
      figures: {
        'marks answered': tellers.told.answered,
        'of them while it was full': during,
        'full for': `${((emptied - filled) / 1000).toFixed(0)} s, the last ${(silent / 1000).toFixed(1)} s of them without an answer`,
        lost: found.lost,
        doubled: found.doubled,
        'until a mark is answered again': `${(back / 1000).toFixed(2)} s`,
      },
      meanwhile: tellers.told.meanwhile,
      failed: found.lost > 0 || found.doubled > 0 || silent < 1000,
    };
  } finally {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}
