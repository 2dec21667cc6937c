import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { backupCommand, restoreCommand } from './backup-commands.ts';
import { importCalendarCommand } from './calendar-command.ts';
import { readConfig } from './config.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { addLine } from '#server/school/audit-trail.ts';
import { offeredAccounts } from '#server/admin/composition.ts';
import { checkForecast, reportOf, thresholdOf } from '#server/standing/composition.ts';
import {
  foundLines,
  importRights,
  readFolder,
  reportLines,
  runImport,
} from '#server/exchange/composition.ts';
import { zeroAnswers, type ZeroAnswer } from '#contract/file-values.ts';
import { keysOf } from '#contract/keys-of.ts';
import { createSettings } from '#server/school/settings.ts';
import { unbindAddress } from '#server/school/users.ts';
import { start } from './main.ts';
import { exportRosterCommand, importRosterCommand } from './roster-commands.ts';
import { grantRowsTo } from './platform/database/grants.ts';
import { migrationNames } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open.ts';
import { prepareJobs } from './platform/jobs/queue.ts';
import { isOperationName, operationNames, recordRun } from './platform/operations/runs.ts';
import { createClock, localNow } from './platform/clock.ts';
import { printable } from './platform/printable.ts';
import { SetupError } from './platform/setup-error.ts';

const usage = `attendance start                     starts the server
attendance migrate                   brings the database to this version, and ends
attendance import FOLDER [--dry-run] [--zeros same|other] loads an institute from CSV files
attendance import FOLDER_OR_ZIP --oneroster [--dry-run] [--source NAME] [--answer QUESTION=ANSWER …]
                                     loads OneRoster files of another system
attendance import FILE.ics --calendar [--dry-run] [--answer QUESTION=ANSWER …]
                                     makes classes of a timetable in an iCalendar file
attendance export-oneroster FILE     writes the institute as OneRoster files, for another system
attendance backup FILE               writes database and files into one archive, and reads it back
attendance restore FILE [--replace] [--erasures FILE]
                                     brings such an archive into an empty database, or in place of what is there, and erases
                                     again who was erased since
attendance release-sign-in EMAIL     frees an address: the next account that signs in with it gets it
attendance check-forecast [PERCENT]  compares forecasts of attendance with how past semesters ended
attendance doctor                    looks at a running installation and says what to do
attendance record backup|restore-test
                                     notes that it was done now, for the doctor and the metrics
attendance help                      prints this`;

const log = (line: string) => console.log(printable(line));

async function startServer(): Promise<void> {
  const starting = start(process.env, log);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    // Handled during the start as well, so that no child process outlives this one.
    starting.then((running) => running.stop()).then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

  const { config, title } = await starting;
  log(`${title} is running at ${config.publicUrl}`);
  if (!config.oidc) {
    log('Demo sign-in, for this computer only. Accounts:');
    for (const { email, name, about } of offeredAccounts(config.demo))
      log(`  ${about.padEnd(14)} ${name.padEnd(12)} ${email}`);
  }
  log('Ctrl-C stops it.');
}

/**
 * A separate step where the server's database user may not change the schema, or where releases
 * overlap.
 */
async function migrateDatabase(args: string[]): Promise<void> {
  if (args.length) throw new SetupError('attendance migrate takes no arguments');
  const config = readConfig(process.env);
  const opened = await openDatabase({ ...config, migrateOnStart: true }, log);
  try {
    await prepareJobs(opened.connection);
    if (config.databaseAppUser) await grantRowsTo(opened.database, config.databaseAppUser);
    log(`The database is ready for this version (${migrationNames.at(-1)}).`);
  } finally {
    await opened.close();
  }
}

async function importFolder(args: string[]): Promise<void> {
  if (args.includes('--calendar')) return importCalendarCommand(args, readConfig(process.env), log);
  if (args.includes('--oneroster')) return importRosterCommand(args, readConfig(process.env), log);
  const { values, positionals } = parseArgs({
    args,
    options: { 'dry-run': { type: 'boolean', default: false }, zeros: { type: 'string' } },
    allowPositionals: true,
  });
  const zeros = keysOf<ZeroAnswer>(zeroAnswers).find((answer) => answer === values.zeros);
  if (values.zeros !== undefined && zeros === undefined)
    throw new SetupError('--zeros must be same or other.');
  const [folder] = positionals;
  if (!folder || positionals.length > 1)
    throw new SetupError('Name one folder: attendance import FOLDER [--dry-run]');
  const config = readConfig(process.env);
  const opened = await openDatabase(config, log);
  try {
    const settings = await createSettings(opened.database, config.fixedSettings);
    await settings.stop();
    const clock = createClock(config.timeZone, config.clockStart);
    const now = clock.now().toString();
    const files = await readFolder(folder);
    foundLines(files).forEach(log);
    const report = await runImport(opened.database, files, {
      dryRun: values['dry-run'],
      today: clock.today(),
      localNow: localNow(clock),
      now,
      skipRemoved: true,
      zeros,
      cards: settings.current(),
      weekdays: settings.current().weekdays,
      operation: {
        kind: 'import',
        about: 'files by the command line',
        rights: importRights(files),
      },
      judging: {
        mode: settings.current().clashes,
        by: { user: null, now },
      },
    });
    if (report.written) {
      const about = Object.fromEntries(
        report.files.map(({ file, created, updated }) => [file, created + updated]),
      );
      const line = {
        at: now,
        user_id: null,
        actor: 'command line',
        role: null,
      };
      await addLine(opened.database, {
        ...line,
        kind: 'import',
        what: 'Import of a folder',
        about,
        status: 200,
      });
      await sql`analyze`.execute(opened.database);
    }
    reportLines(report).forEach(log);
    if (report.bad.length) process.exitCode = 1;
  } finally {
    await opened.close();
  }
}

/** Whether the forecast is worth showing at this institute. */
async function reportForecast(args: string[]): Promise<void> {
  const threshold = thresholdOf(args);
  const config = readConfig(process.env);
  const opened = await openDatabase({ ...config, asItIs: true }, log);
  try {
    const settings = await createSettings(opened.database, config.fixedSettings);
    await settings.stop();
    const terms = settings.current();
    const { database } = opened;
    const today = createClock(config.timeZone).today();
    const check = await checkForecast(database, { today, threshold, terms });
    reportOf(check, threshold, terms).forEach(log);
  } finally {
    await opened.close();
  }
}

/** For institutes whose administrators are blocked. */
async function releaseSignIn([email, ...more]: string[]): Promise<void> {
  if (!email?.includes('@') || more.length)
    throw new SetupError('Name one address: attendance release-sign-in EMAIL');
  const opened = await openDatabase(readConfig(process.env), log);
  try {
    const address = email.trim().toLowerCase();
    if (!(await unbindAddress(opened.database, address)))
      throw new SetupError(`${address} is not bound to an account.`);
    const line = {
      at: Temporal.Now.instant().toString(),
      user_id: null,
      actor: 'command line',
      role: null,
    };
    await addLine(opened.database, {
      ...line,
      kind: 'change',
      what: 'Release sign-in',
      about: { email: address },
      status: 200,
    });
    log(`${address} is free: the next account that signs in with it gets it.`);
  } finally {
    await opened.close();
  }
}

async function doctor(args: string[]): Promise<void> {
  if (args.length) throw new SetupError('attendance doctor takes no arguments');
  const isWell = await doctorCommand(readConfig(process.env), log);
  process.exit(isWell ? 0 : 1);
}

/** For operators who back up with other programs, and for tests of a restore. */
async function record([name, ...more]: string[]): Promise<void> {
  if (!name || more.length || !isOperationName(name))
    throw new SetupError(`Name one of ${operationNames.join(', ')}: attendance record backup`);
  const opened = await openDatabase({ ...readConfig(process.env), migrateOnStart: false }, log);
  try {
    await recordRun(opened.database, name);
    log(`Recorded: ${name}, now.`);
  } finally {
    await opened.close();
  }
}

/** A file that is missing, or an address that does not answer: the stack says nothing more. */
const isOfSystem = (error: Error): boolean => 'syscall' in error && 'code' in error;

function fail(error: Error): void {
  const lines =
    error instanceof SetupError
      ? error.lines
      : [isOfSystem(error) ? error.message : (error.stack ?? error.message)];
  for (const line of lines) console.error(printable(line));
  process.exit(1);
}

async function main([command = 'start', ...args]: string[]): Promise<void> {
  try {
    process.loadEnvFile('.env');
  } catch {
    // Without the file only the environment is used.
  }
  if (command === 'start') return startServer();
  if (command === 'migrate') return migrateDatabase(args);
  if (command === 'import') return importFolder(args);
  if (command === 'export-oneroster')
    return exportRosterCommand(args, readConfig(process.env), log);
  if (command === 'release-sign-in') return releaseSignIn(args);
  if (command === 'check-forecast') return reportForecast(args);
  if (command === 'doctor') return doctor(args);
  if (command === 'record') return record(args);
  if (command === 'backup') return backupCommand(args, readConfig(process.env), log);
  if (command === 'restore') return restoreCommand(args, readConfig(process.env), log);
  log(usage);
  if (command !== 'help') process.exitCode = 1;
}

let hasEnded = false;
// Nothing is left that the command waits for, and its work has not ended: it has failed.
process.once('beforeExit', () => {
  if (!hasEnded) process.exitCode = 1;
});
main(process.argv.slice(2)).then(() => (hasEnded = true), fail);
