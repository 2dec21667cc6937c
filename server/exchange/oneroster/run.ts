import { sql } from 'kysely';
import type { ImportRunReport } from '#contract/exchange/import-run.ts';
import { defaultWeekdays, type Weekday } from '#contract/weekdays.ts';
import type { Permission } from '#contract/permissions.ts';
import { setAct } from '#server/platform/database/act.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import { lockEverything, planAtLocal } from '#server/timetable/index.ts';
import { waitForErasures } from '../csv/students.ts';
import { importClasses } from './classes.ts';
import { importCourses } from './courses.ts';
import { enrolOwn } from './enrol-own.ts';
import { archiveGone } from './gone.ts';
import { importRosterGuardians } from './guardians.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { rosterLimits as limits } from './limits.ts';
import { importMembers } from './members.ts';
import { reportMissing } from './missing.ts';
import { chooseInstitute, leaveOutOthers } from './orgs.ts';
import { prepareOwnIds } from './own-ids.ts';
import { stagePeople } from './people.ts';
import { readAnswers, saveAnswers, sourceId } from '../runs/remembered.ts';
import { assertAsChecked, fingerprintOf } from '../runs/checked.ts';
import { Problems } from '../runs/problems.ts';
import { Questions } from '../runs/questions.ts';
import type { Roster } from './roster.ts';
import { importSessions } from './sessions.ts';
import { openSource, SourceError } from '../source.ts';
import { stageFiles } from './stage.ts';
import type { StagedFile } from './staged-file.ts';
import { importRosterStudents } from './students.ts';
import { importRosterTeachers } from './teachers.ts';
import { reportOtherTeachers } from './teachers-of-times.ts';
import { importTimes } from './times.ts';
import type { ImportedBy } from '../csv/step.ts';
import type { RosterFile } from './format.ts';

export interface RosterImport {
  /** The path of an archive, or of a folder. */
  file: string;
  /** Answers to questions, and `source`: the name of the other system. */
  options: Record<string, string>;
  dryRun: boolean;
  /** The institute's date, and its local date and time without a zone. */
  today: string;
  localNow: string;
  /** ISO instant. */
  now: string;
  /** Null for a command. */
  by: ImportedBy | null;
  progress?: (phase: string, done: number, total: number) => void;
  /** Stops the import between two steps; nothing is written then. */
  signal?: AbortSignal;
  /** The institute's setting (R-CLASH-4); `ask` by default: clashes are named. */
  clashes?: 'ask' | 'refuse';
  /** The institute's days with classes; Monday to Saturday without them. */
  weekdays?: readonly Weekday[];
  /** Addresses of administrators and accounts by the settings, in lower case. */
  staff?: readonly string[];
  /** The report has all problems, and not only the first. */
  allProblems?: boolean;
  /** The fingerprint of a check: nothing is written when the file would change something else by now. */
  checked?: string | undefined;
  /** Runs at the end of the transaction that writes; its error takes everything back. */
  beforeCommit?: (trx: Database, report: ImportRunReport) => Promise<void>;
}

/** Who may look at such an import; what of it they may undo follows from its rows (R-UNDO-4). */
const oneRosterRights: Permission[] = [
  ['Students', 'edit'],
  ['Teachers', 'edit'],
  ['Subjects', 'edit'],
  ['Semester', 'edit'],
  ['Timetables', 'edit'],
  ['Enroll Student', 'edit'],
];

class RollbackSignal extends Error {}

/**
 * Imports an archive or folder of OneRoster files, 1.1 or 1.2, in one transaction and as one operation
 * (R-ROSTER-1). Nothing is written in a dry run, with an error, or while a question has no answer.
 */
export async function importOneRoster(
  database: Database,
  options: RosterImport,
): Promise<ImportRunReport> {
  const problems = new Problems();
  const { source: given, ...answers } = options.options;
  const questions = new Questions(answers);
  const counts: Roster['counts'] = new Map();
  const changes: Roster['changes'] = [];
  let operation: number | null = null;
  let written = false;
  let unusable = false;
  const reportOf = (isWritten: boolean): ImportRunReport => ({
    counts: [...counts].flatMap(([table, numbers]) =>
      Object.values(numbers).some((number) => number > 0) ? [{ table, ...numbers }] : [],
    ),
    questions: questions.put,
    problems: options.allProblems ? problems.all : problems.first,
    totals: { ...problems.totals },
    ...(options.dryRun && {
      changes: { rows: changes, total: counts.get('student')?.updated ?? 0 },
    }),
    fingerprint: fingerprintOf([...counts], changes),
    operation,
    written: isWritten,
    ...(unusable && { unusable }),
  });
  const work = async (trx: Database, manifest: Manifest, name: string) => {
    questions.remember(await readAnswers(trx, { kind: 'oneroster', name }));
    const roster: Roster = {
      trx,
      source: name,
      version: manifest.version,
      files: filesOf(manifest),
      today: options.today,
      now: options.now,
      by: options.by,
      problems,
      questions,
      counts,
      changes,
      isOurs: manifest.isOurs,
      badRow: questions.answerTo('invalid_rows') === 'skip' ? 'skipped' : 'error',
      clashes: options.clashes ?? 'ask',
      staff: options.staff ?? [],
      weekdays: options.weekdays ?? defaultWeekdays,
      dryRun: options.dryRun,
      phase(phase, done = 0, total = 0) {
        options.signal?.throwIfAborted();
        options.progress?.(phase, done, total);
      },
    };
    const timeout = `${options.dryRun ? limits.statementSecondsOfCheck : limits.statementSeconds}s`;
    await sql`select set_config('statement_timeout', ${timeout}, true)`.execute(trx);
    await planAtLocal(trx, options.localNow, options.now);
    const steps = () => importRoster(roster, manifest);
    if (options.dryRun) {
      await setAct(trx, { purpose: 'rehearsal' });
      await steps();
    } else {
      const { now, by } = options;
      const recorded = { kind: 'import', about: 'OneRoster', rights: oneRosterRights } as const;
      ({ operation } = await asOperation(trx, { ...recorded, now, user: by?.user ?? null }, steps));
    }
    finishQuestions(questions, problems);
    const isOpen = questions.open.length > 0;
    if (options.dryRun || isOpen || problems.totals.error > 0) throw new RollbackSignal();
    await saveAnswers(trx, await sourceId(trx, { kind: 'oneroster', name }), {
      answers: questions.toRemember,
      user: options.by?.user ?? null,
      now: options.now,
    });
    assertAsChecked(reportOf(true).fingerprint, options.checked);
    await options.beforeCommit?.(trx, reportOf(true));
  };
  try {
    const name = given?.trim() || 'oneroster';
    if (name.length > 60) throw new SourceError('-', 'source: must have at most 60 characters');
    const source = await openSource(options.file, { endings: /\.csv$/i, entries: limits.entries });
    try {
      const manifest = await readManifest(source, problems);
      unusable = manifest === null;
      if (manifest && problems.totals.error === 0) {
        await database.transaction().execute((trx) => work(trx, manifest, name));
        written = true;
      }
    } finally {
      source.close();
    }
  } catch (error) {
    operation = null;
    if (error instanceof SourceError) {
      problems.error(error.file, 1, '-', error.message);
      unusable = true;
    } else if (!(error instanceof RollbackSignal)) throw error;
  }
  return reportOf(written);
}

const filesOf = ({ files }: Manifest): Set<RosterFile> =>
  new Set([...files.keys()].filter((name: StagedFile): name is RosterFile => name !== 'times'));

async function importRoster(roster: Roster, manifest: Manifest): Promise<void> {
  const { trx, problems, questions, badRow } = roster;
  if (!(await stageFiles(roster, manifest.files))) return;
  if (problems.totals.error > 0 || badRow === 'skipped')
    questions.ask({
      name: 'invalid_rows',
      label: 'What about rows that break the format?',
      help: 'They are named with the problems. Files that cannot be read at all, and sourcedIds that occur twice, have to be fixed.',
      found: 'refuse',
      choices: [
        { value: 'refuse', label: 'Nothing is imported until they are fixed' },
        { value: 'skip', label: 'They are left out' },
      ],
    });
  await prepareOwnIds(trx);
  const institute = await chooseInstitute(roster);
  await leaveOutOthers(roster, institute);
  // The same order as an erasure: its table first, then everything that classes need (R-CLASH-5). A dry run takes
  // minutes, and no erasure, check-in or door waits for it.
  if (!roster.dryRun) {
    await waitForErasures(trx);
    await lockEverything(trx);
  }
  const { sessions, endsBefore } = await importSessions(roster);
  await stagePeople(roster);
  roster.phase('Writing teachers');
  await importRosterTeachers(roster);
  await importRosterStudents(roster);
  roster.phase('Writing guardians');
  await importRosterGuardians(roster);
  // Freshly written rows are unknown to the planner.
  await sql`analyze external_id`.execute(trx);
  roster.phase('Writing subjects');
  await importCourses(roster);
  roster.phase('Writing classes');
  const changedTeachers = await importClasses(roster, sessions);
  for (const table of ['external_id', 'waiting_class'])
    await sql`analyze ${sql.table(table)}`.execute(trx);
  await importMembers(roster, endsBefore);
  await archiveGone(roster);
  await enrolOwn(roster);
  await importTimes(roster, changedTeachers);
  await reportOtherTeachers(roster);
  await reportMissing(roster);
  await sql`
    drop table roster, roster_role, roster_guardian, roster_teaching, roster_class,
      roster_member`.execute(trx);
}

/** Answers that are none, and those to questions that were not put. An open question is no error. */
function finishQuestions(questions: Questions, problems: Problems): void {
  for (const [name, reason] of questions.wrong) problems.error('-', 1, name, reason);
  for (const name of questions.unknown)
    if (name !== 'invalid_rows')
      problems.note('-', `“${name}” was answered, and is no question of this import`, name);
}
