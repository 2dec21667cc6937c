import {
  importProblemLevels,
  type ImportCounts,
  type ImportProblem,
  type ImportQuestion,
} from '#contract/exchange/import-run.ts';
import type { Permission } from '#contract/permissions.ts';
import { setAct } from '#server/platform/database/act.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { asOperation } from '#server/platform/resource/bulk-operation.ts';
import type { ImportFound, ImportWork } from '../runs/import-work.ts';
import { readAnswers, saveAnswers } from '../runs/remembered.ts';
import { otherZoneText } from './other-zone.ts';
import { planAtLocal, lockEverything } from '#server/timetable/index.ts';
import { waitForErasures } from '../csv/students.ts';
import { judgeCalendar } from './clashes.ts';
import { classesOf, onChosenDays, type CalendarClass, withUnreadable } from './classes.ts';
import { nameLeftOut } from './event-names.ts';
import { none, readTimetable, type Found } from './found.ts';
import { holidaysIn } from './meetings.ts';
import { classesOfProgram } from '../programs/classes-of-program.ts';
import { readSubjectPlaces } from '../programs/new-records.ts';
import type { CalendarEvent, Notice } from './calendar-event.ts';
import { noticeOf } from './events.ts';
import { readMade } from './existing.ts';
import { readKnown, type Known } from './known.ts';
import { seriesOf } from './occurrences.ts';
import type { Listed } from './listed-classes.ts';
import { Problems } from '../runs/problems.ts';
import { assertAsChecked, fingerprintOf } from '../runs/checked.ts';
import { CalendarQuestions } from './questions.ts';
import { resolve } from './resolve.ts';
import { lastReported } from './last-reported.ts';
import { comingSemester, semesterOf } from './semester.ts';
import { newSource, prefixOf, readSources, saveSource, type CalendarSource } from './source.ts';
import { joinSplits } from './splits.ts';
import { writeClasses } from './write.ts';
import { ianaZone, type Zone } from './zones.ts';

const rights: Permission[] = [
  ['Timetables', 'edit'],
  ['Classroom', 'edit'],
];

const enrols: Permission = ['Enroll Student', 'edit'];

class RollbackSignal extends Error {}

/**
 * A timetable from an iCalendar file (R-IMPORT-4 … R-IMPORT-8): all or nothing, as one operation.
 * Nothing is fetched from an address in the file.
 */
export async function importCalendar(work: ImportWork): Promise<ImportFound> {
  const problems = new Problems();
  const notice = noticeOf(work.fileName, problems);
  work.progress('Reading the file', 0, null);
  const found = await readTimetable(await work.bytes(), work, notice);
  const { names, program } = found ?? none;
  const read: Read = {
    counts: [],
    listed: [],
    questions: [],
    operation: null,
    unusable: found === null,
  };
  const report = (isWritten: boolean) =>
    reportOf(read, problems, { names, program, written: isWritten });
  let written = false;
  try {
    await work.database.transaction().execute(async (trx) => {
      await compare(trx, work, found ?? none, read, problems, notice);
      const isOpen = read.questions.some(({ answer }) => answer === null);
      if (work.dryRun || isOpen || problems.totals.error > 0) throw new RollbackSignal();
      assertAsChecked(report(true).fingerprint, work.checked);
      await work.beforeCommit(trx, report(true));
    });
    written = true;
  } catch (error) {
    if (!(error instanceof RollbackSignal)) throw error;
    read.operation = null;
  }
  return report(written);
}

interface Read {
  counts: ImportCounts[];
  listed: Listed[];
  questions: ImportQuestion[];
  operation: number | null;
  unusable: boolean;
}

async function compare(
  trx: Database,
  work: ImportWork,
  { events, unreadable, name, program }: Found,
  read: Read,
  problems: Problems,
  notice: Notice,
): Promise<void> {
  // What is no calendar leaves no question.
  if (events.length === 0 && !program) return;
  const { today, localNow, now, timeZone, by, clashes, progress } = work;
  await planAtLocal(trx, localNow, now);
  const known = await readKnown(trx);
  if (known.semesters.length === 0)
    return notice(
      null,
      'error',
      'semester',
      'There is no semester yet: import the OneRoster file first, or add one',
    );
  const questions = new CalendarQuestions(work.answers, known);
  const ofInstitute = ianaZone(timeZone);
  const otherZone = otherZoneText(events, ofInstitute, timeZone);
  if (otherZone !== null) notice(null, 'note', 'TZID', otherZone);
  const sources = await readSources(trx);
  const named = questions.calendar(name, sources);
  if (named) questions.remember(await readAnswers(trx, { kind: 'calendar', name: named.name }));
  const id = questions.semester(
    program ? comingSemester(known.semesters, today) : semesterOf(events, known.semesters, today),
  );
  const semester = known.semesters.find((one) => one.id === id);
  const ask = () => {
    const { questions: list, more } = questions.list();
    read.questions = list;
    for (const { name, error } of list) if (error !== undefined) notice(null, 'error', name, error);
    if (more > 0)
      notice(null, 'note', 'questions', `${more} more questions follow when these are answered`);
  };
  if (!semester || named === null) return ask();
  progress('Comparing classes', 0, program?.lessons.length ?? events.length);
  const holidays = await holidaysIn(trx, semester.class_from, semester.to);
  const weekly = program
    ? classesOfProgram(program, { semester, holidays, timeZone, questions, notice })
    : withUnreadable(
        await classesOfEvents(trx, events, { semester, source: named, ofInstitute, notice }),
        unreadable,
      );
  if (weekly === null) return ask();
  const resolved = resolve(
    onChosenDays(weekly, work.weekdays, notice),
    known,
    semester.id,
    questions,
    notice,
    await readSubjectPlaces(trx),
  );
  const { classes, waiting, leftOut, subjects } = resolved;
  const used = new Set(classes.flatMap(({ uids }) => uids));
  // A series that the calendar cancels has no events any more: its class is named (R-IMPORT-7).
  const cancelled = new Set(
    events.flatMap(({ uid, isCancelled, recurrenceId }) =>
      isCancelled && recurrenceId === null ? [uid] : [],
    ),
  );
  const unread = (program?.lessons ?? events)
    .map(({ uid }) => uid)
    .filter((uid) => !used.has(uid) && !cancelled.has(uid));
  if (!work.dryRun && waiting > 0) return ask();
  // A check takes everything back: check-ins, doors and requests do not wait for it.
  if (work.dryRun) await setAct(trx, { purpose: 'rehearsal' });
  else {
    await waitForErasures(trx);
    await lockEverything(trx);
  }
  const source = work.dryRun ? named : await saveSource(trx, named, newSource(name, sources).name);
  const { result, operation } = await asOperation(
    trx,
    {
      kind: 'import',
      about: program ? 'a timetable of another program' : 'a timetable from a calendar',
      user: by?.user ?? null,
      now,
      rights: classes.some((one) => one.waiting !== null) ? [...rights, enrols] : rights,
    },
    () =>
      writeClasses(trx, classes, {
        dryRun: work.dryRun,
        source,
        questions,
        semester,
        rooms: known.rooms,
        teachers: known.teachers,
        subjects,
        weekdays: work.weekdays,
        today,
        localNow,
        now,
        unread,
        notice,
        file: work.fileName,
        user: by?.user ?? null,
        problem: (problem) => problems.add(problem),
        progress: (done, total) => progress('Writing classes', done, total),
      }),
  );
  read.operation = operation;
  read.listed = result.listed;
  read.counts = result.counts.map((one) =>
    one.table === 'class_schedule' ? { ...one, skipped: one.skipped + leftOut + waiting } : one,
  );
  progress('Looking for clashes', 0, null);
  await judgeCalendar(trx, result.lines, {
    file: work.fileName,
    mode: clashes,
    today,
    by: { user: by?.user ?? null, now },
    questions,
    problems,
  });
  ask();
  if (!work.dryRun && source.id !== null)
    await saveAnswers(trx, source.id, {
      answers: questions.toRemember,
      user: by?.user ?? null,
      now,
    });
}

/** The weekly classes of the events of a calendar. */
async function classesOfEvents(
  trx: Database,
  events: CalendarEvent[],
  { semester, source, ofInstitute, notice }: Comparing,
): Promise<CalendarClass[]> {
  const window = { from: semester.class_from, to: semester.to };
  const series = seriesOf(events, window, ofInstitute, notice);
  noteOutside(
    series.filter(({ isOutside }) => isOutside).map(({ event }) => event),
    notice,
  );
  const made = await readMade(trx, semester.id);
  const last = await lastReported(trx, source);
  return classesOf(
    joinSplits(series, (uid) => made.has(prefixOf(source, uid)), notice),
    notice,
    [...last.values()].map(({ reported }) => reported.uids ?? []),
  );
}

interface Comparing {
  semester: Known['semesters'][number];
  source: CalendarSource;
  ofInstitute: Zone;
  notice: Notice;
}

function noteOutside(events: CalendarEvent[], notice: Notice): void {
  for (const { line, isCancelled } of events)
    if (!isCancelled) notice(line, 'note', 'DTSTART', 'has no class in the dates of this semester');
}

/** The properties of events as other programs call what they mean. */
const wordOfColumn = new Map([
  ['ATTENDEE', 'teacher'],
  ['DTSTART', 'time'],
  ['LOCATION', 'room'],
  ['SUMMARY', 'subject'],
  ['UID', 'lesson'],
]);
const inWords = (problem: ImportProblem): ImportProblem => ({
  ...problem,
  column: wordOfColumn.get(problem.column) ?? problem.column,
});

function reportOf(
  { counts, listed, questions, operation, unusable }: Read,
  problems: Problems,
  { names, program, written }: Pick<Found, 'names' | 'program'> & { written: boolean },
): ImportFound {
  const order = ({ level }: ImportProblem) => importProblemLevels.indexOf(level);
  return {
    counts,
    questions,
    problems: (program ? problems.all.map(inWords) : nameLeftOut(problems.all, names)).toSorted(
      (a, b) => order(a) - order(b) || (a.line ?? 0) - (b.line ?? 0),
    ),
    totals: { ...problems.totals },
    // A class that is added meanwhile makes a note of a clash.
    fingerprint: fingerprintOf(counts, listed, problems.all),
    operation,
    written,
    listed: listed.map((change, index) => ({ ...change, number: index + 1 })),
    ...(unusable && { unusable }),
  };
}
