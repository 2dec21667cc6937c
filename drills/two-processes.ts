import { setTimeout as wait } from 'node:timers/promises';
import { date, median, createSandbox, percentile } from './sandbox.ts';
import { openListeners } from './listeners.ts';
import { seatsOf, sendMarks } from './load-clients.ts';
import type { Report } from './report.ts';

/**
 * Two processes on one database: marks go to both, each one's screens show the other's marks; one is
 * killed and restarted.
 */
export async function twoProcessesDrill(seconds: number): Promise<Report> {
  const sandbox = createSandbox();
  const servers = [await sandbox.start(), await sandbox.start()];
  const token = await sandbox.token(servers[0]!);
  // Each process issues tokens for its own address; the keys are the same.
  const tokens = [token, await sandbox.token(servers[1]!)];
  const seats = await seatsOf(servers[0]!.base, token);
  let sequence = 0;
  let only: number | null = null;
  let chosen = 0;
  // One class is reserved for the screen that is checked.
  const { student, class_schedule } = seats[0]!;
  const others = seats.filter((seat) => seat.class_schedule !== class_schedule);
  const clients = sendMarks(others, {
    base: () => {
      chosen = only ?? sequence++ % 2;
      return servers[chosen]!.base;
    },
    token: () => tokens[chosen]!,
    clients: 12,
    perSecond: 100,
  });

  // A screen on the second process, for a class whose marks go to the first.
  const path = `live?class_schedule=${class_schedule}&date=${date}`;
  let onNews: (() => void) | null = null;
  const listeners = openListeners({
    base: () => servers[1]!.base,
    token: tokens[1]!,
    paths: [path],
    count: 1,
    onChanged: () => onNews?.(),
  });
  await wait(1000);
  const delays: number[] = [];
  for (const end = performance.now() + seconds * 500; performance.now() < end;) {
    const news = new Promise<void>((resolve) => (onNews = resolve));
    const answer = await fetch(`${servers[0]!.base}/api/v2/attendance/attendance/create/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        rfid_number: student,
        class_schedule,
        date,
        status: delays.length % 2 ? 'Absent' : 'Present',
      }),
    });
    await answer.arrayBuffer();
    const answered = performance.now();
    await Promise.race([news, wait(5000)]);
    onNews = null;
    delays.push(performance.now() - answered);
    await wait(50);
  }

  only = 0;
  const port = Number(new URL(servers[1]!.base).port);
  await servers[1]!.stop('SIGKILL');
  const killedAt = performance.now();
  await wait(seconds * 250);
  servers[1] = await sandbox.start({ port });
  only = null;
  while (listeners.open() < 1 && performance.now() - killedAt < 60_000) await wait(20);
  const recoveredAfter = performance.now() - killedAt;
  await wait(seconds * 250);
  await clients.stop();
  const found = await clients.check(await sandbox.connection());
  listeners.close();
  for (const server of servers) await server.stop('SIGINT');
  sandbox.remove();
  return {
    drill: `two processes on one database at 100 marks a second, one of them killed and started again`,
    figures: {
      'marks answered': clients.results.answered,
      lost: found.lost,
      doubled: found.doubled,
      'news of a mark on the other process after its answer, median': `${median(delays).toFixed(0)} ms`,
      'the longest': `${percentile(delays, 1).toFixed(0)} ms`,
      'events received': listeners.events(),
      'the screen of the killed one follows again after':
        `${(recoveredAfter / 1000).toFixed(1)} s ` +
        `(it was down for ${(seconds / 4).toFixed(1)} s)`,
    },
    otherAnswers: clients.results.otherAnswers,
    failed: found.lost > 0 || found.doubled > 0 || percentile(delays, 1) >= 5000,
  };
}
