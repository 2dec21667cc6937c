// npm run drill [name …]: checks the statements of docs/reliability.md. DRILL_ROUNDS and
// DRILL_SECONDS shorten it.
import { clusterDrill } from './cluster/failover.ts';
import { faults } from './cluster/faults.ts';
import { Skipped } from './programs.ts';
import { keysOf } from '#contract/keys-of.ts';
import { recoveryDrill } from './cluster/recovery.ts';
import { behindProxiesDrill } from './behind-proxies.ts';
import { clockJumpDrill } from './clock-jump.ts';
import { diskFullDrill } from './disk-full.ts';
import { greedyDrill } from './greedy-requests.ts';
import { killDrill } from './kill-process.ts';
import { loadDrill } from './load.ts';
import { formatReport, type Report } from './report.ts';
import { messagesDrill } from './messages.ts';
import { poolerDrill } from './pooler.ts';
import { rollingDrill } from './rolling.ts';
import { slowDatabaseDrill } from './slow-database.ts';
import { twoProcessesDrill } from './two-processes.ts';

const rounds = (fallback: number) => Number(process.env.DRILL_ROUNDS ?? fallback);
const seconds = (fallback: number) => Number(process.env.DRILL_SECONDS ?? fallback);

const drills: Record<string, () => Promise<Report>> = {
  'kill-server': () => killDrill('server', rounds(100)),
  'kill-database': () => killDrill('database', rounds(100)),
  'restart-database': () => killDrill('restart', rounds(20)),
  'slow-database': () => slowDatabaseDrill(seconds(30)),
  'disk-full': () => diskFullDrill(),
  'clock-jump': () => clockJumpDrill(),
  'two-processes': () => twoProcessesDrill(seconds(20)),
  'pooler-session': () => poolerDrill('session', seconds(20)),
  'pooler-transaction': () => poolerDrill('transaction', seconds(20)),
  rolling: () => rollingDrill(rounds(5)),
  'behind-proxies': () => behindProxiesDrill(rounds(5)),
  recovery: () => recoveryDrill(seconds(20)),
  messages: () => messagesDrill(),
  greedy: () => greedyDrill(),
  load: () => loadDrill(seconds(300)),
  ...Object.fromEntries(keysOf(faults).map((name) => [name, () => clusterDrill(name, rounds(10))])),
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !drills[name]);
if (unknown.length) {
  console.error(
    `There is no drill ${unknown.join(', ')}; there are ${Object.keys(drills).join(', ')}.`,
  );
  process.exit(1);
}
/** Drills with programs that they install run only by name. */
const byName = [
  'rolling',
  'behind-proxies',
  'recovery',
  'pooler-session',
  'pooler-transaction',
  ...Object.keys(faults),
];
const usual = Object.keys(drills).filter((name) => !byName.includes(name));
for (const name of requested.length ? requested : usual) {
  const report = await drills[name]!().catch((error: unknown) => {
    if (!(error instanceof Skipped)) throw error;
    console.log(`SKIPPED: ${name}: ${error.message}\n`);
    return null;
  });
  if (!report) continue;
  console.log(`${formatReport(report)}\n`);
  if (report.failed) process.exitCode = 1;
}
// Idle sockets of pools and agents would delay the exit by seconds.
process.exit();
