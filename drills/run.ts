// npm run drill [name …]: what docs/reliability.md states. DRILL_ROUNDS and DRILL_SECONDS make it shorter.
import { clockJumpDrill } from './clock-jump.ts';
import { diskFullDrill } from './disk-full.ts';
import { greedyDrill } from './greedy.ts';
import { killDrill } from './kill.ts';
import { loadDrill } from './load.ts';
import { printed, type Report } from './report.ts';
import { slowDrill } from './slow.ts';
import { twoDrill } from './two.ts';

const rounds = (usual: number) => Number(process.env.DRILL_ROUNDS ?? usual);
const seconds = (usual: number) => Number(process.env.DRILL_SECONDS ?? usual);

const drills: Record<string, () => Promise<Report>> = {
  'kill-server': () => killDrill('server', rounds(100)),
  'kill-database': () => killDrill('database', rounds(100)),
  'restart-database': () => killDrill('restart', rounds(20)),
  'slow-database': () => slowDrill(seconds(30)),
  'disk-full': () => diskFullDrill(),
  'clock-jump': () => clockJumpDrill(),
  'two-processes': () => twoDrill(seconds(20)),
  greedy: () => greedyDrill(),
  load: () => loadDrill(seconds(300)),
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !drills[name]);
if (unknown.length) {
  console.error(`There is no drill ${unknown.join(', ')}; there are ${Object.keys(drills).join(', ')}.`);
  process.exit(1);
}
for (const name of asked.length ? asked : Object.keys(drills)) {
  const report = await drills[name]!();
  console.log(`${printed(report)}\n`);
  if (report.failed) process.exitCode = 1;
}
// The pools' and agents' last sockets would keep it for seconds more.
process.exit();
