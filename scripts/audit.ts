// npm run audit: compares every package of the lock file with the advisories that the registry knows. What stands
// in `accepted-vulnerabilities.json` passes until its day. Where the registry has no advisories, it says so.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** An advisory that does not stop the checks. */
const accepted = z.array(
  z.strictObject({
    advisory: z.string().regex(/^GHSA(-[0-9a-z]{4}){3}$/),
    package: z.string().min(1),
    /** Why it cannot be reached in Attendance, or what is being done. */
    why: z.string().min(10),
    /** The last day on which it is accepted. */
    until: z.iso.date(),
  }),
);
export type Accepted = z.output<typeof accepted>;

/** What `npm audit --json` prints. */
const report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          // Another package of the list, whose advisory it is.
          z.string(),
          z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() }),
        ]),
      ),
    }),
  ),
});
/** Why there is none. */
const failure = z.object({
  message: z.string().optional(),
  error: z.object({ code: z.string().nullish(), summary: z.string().nullish() }).optional(),
});

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Judges what npm printed.
 * @returns the faults; and why nothing was compared, where that is so.
 */
export function judgeAudit(
  printed: string,
  list: Accepted,
  today: string,
): { faults: string[]; notCompared: string | null } {
  const faults = list
    .filter(({ until }) => until < today)
    .map((it) => `${it.package} ${it.advisory}: it was accepted until ${it.until} only`);
  const json = readJson(printed);
  const { success, data } = report.safeParse(json);
  if (!success) {
    const { message, error } = failure.safeParse(json).data ?? {};
    const reasons = [error?.summary, message, error?.code, 'npm printed no report'];
    return { faults, notCompared: reasons.find(Boolean) ?? null };
  }
  const known = new Set(list.map((it) => `${it.package} ${it.advisory}`));
  const found = Object.values(data.vulnerabilities).flatMap(({ via }) =>
    via.flatMap((it) => {
      if (typeof it === 'string') return [];
      const advisory = it.url.split('/').at(-1);
      const name = `${it.name} ${advisory}`;
      return known.has(name) ? [] : [`${name} (${it.severity}): ${it.title}`];
    }),
  );
  return { faults: [...faults, ...new Set(found)], notCompared: null };
}

function audit(): void {
  const list = accepted.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'accepted-vulnerabilities.json'), 'utf8')),
  );
  const { stdout } = spawnSync('npm', ['audit', '--json'], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === 'win32',
  });
  const { faults, notCompared } = judgeAudit(
    stdout,
    list,
    Temporal.Now.plainDateISO('UTC').toString(),
  );
  if (notCompared !== null)
    console.log(`The packages were not compared with known vulnerabilities: ${notCompared}`);
  for (const fault of faults) console.error(fault);
  if (faults.length) process.exitCode = 1;
  else if (notCompared === null) console.log('No known vulnerability but accepted ones.');
}

if (import.meta.main) audit();
