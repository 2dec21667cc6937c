import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { cardTermsOf } from '#contract/card-number.ts';
import { importFiles, type ImportRunReport } from '#contract/exchange/import-run.ts';
import type { Config } from './config.ts';
import { addLine } from '#server/school/audit-trail.ts';
import { importCalendar, rosterReportLines } from '#server/exchange/composition.ts';
import { createSettings } from '#server/school/settings.ts';
import { createClock, localNow } from './platform/clock.ts';
import { openDatabase } from './platform/database/open.ts';
import { fileStoreOf } from './platform/files/store-of.ts';
import { SetupError } from './platform/setup-error.ts';
import { answersOf } from './roster-commands.ts';

const usage =
  'Name one file: attendance import FILE.ics --calendar [--dry-run] [--answer QUESTION=ANSWER]';
const maxChoices = 30;

/** Imports a timetable from an iCalendar file, and prints what became of it. */
export async function importCalendarCommand(
  args: string[],
  config: Config,
  log: (line: string) => void,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      calendar: { type: 'boolean' },
      'dry-run': { type: 'boolean', default: false },
      answer: { type: 'string', multiple: true, default: [] },
    },
    allowPositionals: true,
  });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new SetupError(usage);
  const { maxBytes } = importFiles.calendar;
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new SetupError(`${file} is no file.`);
  if (found.size > maxBytes)
    throw new SetupError(`${file} has more than ${maxBytes / 1024 / 1024} MB.`);
  const opened = await openDatabase(config, log);
  try {
    const settings = await createSettings(opened.database, config.fixedSettings);
    await settings.stop();
    const clock = createClock(config.timeZone, config.clockStart);
    const now = clock.now().toString();
    const report = await importCalendar({
      database: opened.database,
      files: fileStoreOf(config),
      fileName: basename(file),
      bytes: () => readFile(file),
      path: () => Promise.resolve(file),
      answers: answersOf(values.answer),
      dryRun: values['dry-run'],
      checked: undefined,
      progress: () => {},
      beforeCommit: async (trx, { counts }) => {
        await addLine(trx, {
          at: now,
          user_id: null,
          actor: 'command line',
          role: null,
          kind: 'import',
          what: 'Import of a calendar',
          about: Object.fromEntries(
            counts.map(({ table, created, updated, archived }) => [
              table,
              created + updated + archived,
            ]),
          ),
          status: 200,
        });
      },
      today: clock.today(),
      localNow: localNow(clock),
      now,
      timeZone: clock.timeZone,
      clashes: settings.current().clashes,
      weekdays: settings.current().weekdays,
      cards: cardTermsOf(settings.current()),
      staff: [],
      by: null,
    });
    if (report.written) await sql`analyze`.execute(opened.database);
    rosterReportLines(withLabels(report)).forEach(log);
    const isOpen = report.questions.some(({ answer }) => answer === null);
    if (report.totals.error || (isOpen && !values['dry-run'])) process.exitCode = 1;
  } finally {
    await opened.close();
  }
}

/** Choices are ids: a terminal shows what they mean. */
const withLabels = (report: ImportRunReport): ImportRunReport => ({
  ...report,
  questions: report.questions.map(({ choices, ...question }) => ({
    ...question,
    choices: [
      ...choices
        .slice(0, maxChoices)
        .map(({ value, label }) => ({ label, value: `${value} (${label})` })),
      ...(choices.length > maxChoices ? [{ value: '…', label: '' }] : []),
    ],
  })),
});
