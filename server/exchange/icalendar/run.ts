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
import { classesOf, onChosenDays } from './classes.ts';
import { maxEvents, readComponents } from './content-lines.ts';
import { eventNamesOf, nameLeftOut } from './event-names.ts';
import { calendarText } from './file-text.ts';
import type { CalendarEvent, Notice } from './calendar-event.ts';
import { noticeOf, readEvents } from './events.ts';
import { readMade } from './existing.ts';
import { readKnown } from './known.ts';
import { seriesOf } from './occurrences.ts';
import type { Listed } from './listed-classes.ts';
import { Problems } from '../runs/problems.ts';
import { CalendarQuestions } from './questions.ts';
import { resolve } from './resolve.ts';
import { semesterOf } from './semester.ts';
import { calendarNameOf, newSource, prefixOf, readSources, saveSource } from './source.ts';
import { joinSplits } from './splits.ts';
import { writeClasses } from './write.ts';
import { ianaZone } from './zones.ts';

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
  const found = eventsOf(await work.bytes(), work, notice);
  const { names } = found ?? none;
  const read: Read = {
    counts: [],
    listed: [],
    questions: [],
    operation: null,
    unusable: found === null,
  };
  const report = (isWritten: boolean) => reportOf(read, problems, { names, written: isWritten });
  let written = false;
  try {
    await work.database.transaction().execute(async (trx) => {
      await compare(trx, work, found ?? none, read, problems, notice);
      const isOpen = read.questions.some(({ answer }) => answer === null);
      if (work.dryRun || isOpen || problems.totals.error > 0) throw new RollbackSignal();
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
  { events, name }: Found,
  read: Read,
  problems: Problems,
  notice: Notice,
): Promise<void> {
  // What is no calendar leaves no question.
  if (events.length === 0) return;
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
  const id = questions.semester(semesterOf(events, known.semesters, today));
  const semester = known.semesters.find((one) => one.id === id);
  const ask = () => {
    const { questions: list, more } = questions.list();
    read.questions = list;
    for (const { name, error } of list) if (error !== undefined) notice(null, 'error', name, error);
    if (more > 0)
      notice(null, 'note', 'questions', `${more} more questions follow when these are answered`);
  };
  if (!semester || named === null) return ask();
  progress('Comparing classes', 0, events.length);
  const window = { from: semester.class_from, to: semester.to };
  const series = seriesOf(events, window, ofInstitute, notice);
  noteOutside(
    series.filter(({ isOutside }) => isOutside).map(({ event }) => event),
    notice,
  );
  const made = await readMade(trx, semester.id);
  const joined = joinSplits(series, (uid) => made.has(prefixOf(named, uid)), notice);
  const weekly = onChosenDays(classesOf(joined, notice), work.weekdays, notice);
  const resolved = resolve(weekly, known, semester.id, questions, notice);
  const { classes, waiting, leftOut } = resolved;
  const used = new Set(classes.flatMap(({ uids }) => uids));
  const unread = events.map(({ uid }) => uid).filter((uid) => !used.has(uid));
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
      about: 'a timetable from a calendar',
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

function noteOutside(events: CalendarEvent[], notice: Notice): void {
  for (const { line, isCancelled } of events)
    if (!isCancelled) notice(line, 'note', 'DTSTART', 'has no class in the dates of this semester');
}

interface Found {
  events: CalendarEvent[];
  /** What the calendar calls itself. */
  name: string;
  names: ReturnType<typeof eventNamesOf>;
}

/** The events of a file; what is wrong with all of it is an error. Null: it is no calendar. */
function eventsOf(
  bytes: Uint8Array,
  { timeZone, fileName }: Pick<ImportWork, 'timeZone' | 'fileName'>,
  notice: Notice,
): Found | null {
  if (bytes.length === 0) {
    notice(null, 'error', '-', 'The file is empty');
    return null;
  }
  const text = calendarText(bytes);
  if (text === null) {
    notice(null, 'error', '-', 'This is not an iCalendar file: it is not a text file');
    return null;
  }
  const { calendar, broken, events, tooMuch } = readComponents(text);
  if (!calendar) {
    notice(null, 'error', '-', 'This is not an iCalendar file: BEGIN:VCALENDAR is missing');
    return null;
  }
  for (const { line, reason } of broken) notice(line, 'note', '-', reason);
  if (tooMuch) {
    notice(tooMuch.line, 'error', '-', `${tooMuch.reason}: export one semester`);
    return none;
  }
  if (events === 0) notice(null, 'error', '-', 'The calendar has no events');
  if (events > maxEvents) {
    const reason = `The calendar has ${events} events, more than ${maxEvents}: export one semester`;
    notice(null, 'error', '-', reason);
    return none;
  }
  const names = eventNamesOf(calendar);
  const name = calendarNameOf(calendar, fileName);
  return { events: readEvents(calendar, ianaZone(timeZone), notice), name, names };
}

const none: Found = { events: [], name: '', names: [] };

function reportOf(
  { counts, listed, questions, operation, unusable }: Read,
  problems: Problems,
  { names, written }: Pick<Found, 'names'> & { written: boolean },
): ImportFound {
  const order = ({ level }: ImportProblem) => importProblemLevels.indexOf(level);
  return {
    counts,
    questions,
    problems: nameLeftOut(problems.all, names).toSorted(
      (a, b) => order(a) - order(b) || (a.line ?? 0) - (b.line ?? 0),
    ),
    totals: { ...problems.totals },
    operation,
    written,
    listed: listed.map((change, index) => ({ ...change, number: index + 1 })),
    ...(unusable && { unusable }),
  };
}
