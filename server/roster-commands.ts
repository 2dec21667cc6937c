import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { ImportRunReport } from '#contract/exchange/import-run.ts';
import type { Config } from './config.ts';
import { addLine } from '#server/school/audit-trail.ts';
import { exportRoster, rosterReportLines, importOneRoster } from '#server/exchange/composition.ts';
import { createSettings } from '#server/school/settings.ts';
import { createClock, localNow } from './platform/clock.ts';
import { openDatabase } from './platform/database/open.ts';
import type { Database } from './platform/database/pool.ts';
import { SetupError } from './platform/setup-error.ts';

type Log = (line: string) => void;

const importUsage =
  'Name one folder or archive: attendance import FOLDER_OR_ZIP --oneroster [--dry-run] [--source NAME] [--answer QUESTION=ANSWER]';

/** Imports OneRoster files, and prints what became of them. */
export async function importRosterCommand(args: string[], config: Config, log: Log): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      oneroster: { type: 'boolean' },
      'dry-run': { type: 'boolean', default: false },
      source: { type: 'string' },
      answer: { type: 'string', multiple: true, default: [] },
    },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new SetupError(importUsage);
  const opened = await openDatabase(config, log);
  try {
    const settings = await createSettings(opened.database, config.fixedSettings);
    await settings.stop();
    const clock = createClock(config.timeZone, config.clockStart);
    const now = clock.now().toString();
    const report = await importOneRoster(opened.database, {
      file,
      options: {
        ...answersOf(values.answer),
        ...(values.source !== undefined && { source: values.source }),
      },
      dryRun: values['dry-run'],
      today: clock.today(),
      localNow: localNow(clock),
      now,
      by: null,
      clashes: settings.current().clashes,
      weekdays: settings.current().weekdays,
    });
    if (report.written) {
      await recordImport(opened.database, now, report);
      await sql`analyze`.execute(opened.database);
    }
    rosterReportLines(report).forEach(log);
    const isOpen = report.questions.some(({ answer }) => answer === null);
    if (report.totals.error || (isOpen && !values['dry-run'])) process.exitCode = 1;
  } finally {
    await opened.close();
  }
}

/** `course=Science` as an answer. @throws SetupError. */
export function answersOf(given: string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new SetupError(`--answer ${text}: write QUESTION=ANSWER`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}

const byCommand = { user_id: null, actor: 'command line', role: null, status: 200 } as const;

const recordImport = (database: Database, at: string, { counts }: ImportRunReport) =>
  addLine(database, {
    ...byCommand,
    at,
    kind: 'import',
    what: 'Import of OneRoster files',
    about: Object.fromEntries(
      counts.map(({ table, created, updated, archived }) => [table, created + updated + archived]),
    ),
  });

/** Writes the export into a file, which is there once it is whole. */
export async function exportRosterCommand(args: string[], config: Config, log: Log): Promise<void> {
  const [file, ...more] = args;
  if (!file || more.length) throw new SetupError('Name one file: attendance export-oneroster FILE');
  if (await stat(file).catch(() => null)) throw new SetupError(`${file} exists already.`);
  const opened = await openDatabase(config, log);
  const part = `${file}.part`;
  try {
    const clock = createClock(config.timeZone, config.clockStart);
    const now = clock.now().toString();
    const settings = await createSettings(opened.database, config.fixedSettings);
    await settings.stop();
    const archive = await exportRoster({
      connection: opened.connection,
      database: opened.database,
      title: settings.current().title,
      today: clock.today(),
      now,
    });
    await pipeline(archive, createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
    await addLine(opened.database, {
      ...byCommand,
      at: now,
      kind: 'export',
      what: 'OneRoster files',
    });
    const { size } = await stat(file);
    log(`${file}: ${(size / 1024 / 1024).toFixed(1)} MB.`);
  } finally {
    await rm(part, { force: true });
    await opened.close();
  }
}
