import type { Weekday } from '#contract/weekdays.ts';
import type { ImportCounts } from '#contract/exchange/import-run.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { upsertNaming } from '../csv/upsert.ts';
import { desiredOf, desiredOfTimed, afterBegun } from './desired-classes.ts';
import type { Notice } from './calendar-event.ts';
import { idsByRef, rowOf, target, writeNewRefs } from './class-rows.ts';
import { settleDisagreements } from './disagreements.ts';
import { noteDifferences } from './differs-here.ts';
import { settleOtherSources } from './other-sources.ts';
import { inStoredOrder } from './stored-order.ts';
import { hasOtherWeeks, knownEarlier, lastReported, saveReported } from './last-reported.ts';
import { readExisting, readRefs } from './existing.ts';
import { matchExisting } from './match.ts';
import type { Known } from './known.ts';
import { noteGone } from './gone.ts';
import { listClasses, readClassWords, type Listed } from './listed-classes.ts';
import { listDates, readRowNames } from './listed-dates.ts';
import { followCalendar, holidaysIn } from './meetings.ts';
import { plannedText, weeksOfClasses } from './weeks.ts';
import type { CalendarQuestions } from './questions.ts';
import type { ResolvedClass } from './resolve.ts';
import { makeRooms } from './rooms.ts';
import { isOfCalendar, type CalendarSource } from './source.ts';
import { timedBefore, timeWaiting } from './waiting.ts';
import { writeSubjects } from '../programs/new-records.ts';
import { writeFurther } from './further.ts';
import type { ImportProblem } from '#contract/exchange/import-run.ts';

type Semester = Known['semesters'][number];

interface WriteOptions {
  dryRun: boolean;
  source: CalendarSource;
  questions: CalendarQuestions;
  semester: Semester;
  rooms: Known['rooms'];
  teachers: Known['teachers'];
  /** Subjects that are made: classes have their negative ids. */
  subjects: Parameters<typeof writeSubjects>[1];
  /** The institute's days with classes (R-SET-4). */
  weekdays: readonly Weekday[];
  today: string;
  localNow: string;
  now: string;
  /** UIDs of events that no class of these is made of. */
  unread: readonly string[];
  notice: Notice;
  file: string;
  user: number | null;
  problem: (problem: ImportProblem) => void;
  progress: (done: number, total: number) => void;
}

/** What was written, each change of it, and the line of each class, to judge clashes. */
interface Written {
  listed: Listed[];
  counts: ImportCounts[];
  lines: Map<number, number>;
}

/** Writes rooms, classes and their meetings, within a recorded operation. */
export async function writeClasses(
  trx: Database,
  given: ResolvedClass[],
  options: WriteOptions,
): Promise<Written> {
  const made = await writeSubjects(trx, options.subjects, given);
  const classes = given.map((one) => ({
    ...one,
    subject_id: made.ids.get(one.subject_id) ?? one.subject_id,
  }));
  const { source, questions, semester, rooms, today, localNow, now, notice, progress } = options;
  const before = await readClassWords(trx, semester.id);
  const waiting = classes.filter((given) => given.waiting !== null);
  const timedIds = await timedBefore(trx, waiting);
  const theirs = new Set(timedIds.values());
  const all = await readExisting(trx, semester.id);
  const existing = all.filter(({ id }) => !theirs.has(id));
  const own = classes.filter((given) => given.waiting === null);
  const refs = await readRefs(trx);
  const lastFile = await lastReported(trx, source);
  const ofEarlier = await knownEarlier(trx, source);
  const found = matchExisting(own, {
    source,
    existing,
    refs,
    last: lastFile,
    questions,
    notice,
  }).map((match) => ({
    ...match,
    class: inStoredOrder(
      match.class,
      match.id === null ? undefined : lastFile.get(match.id)?.reported,
    ),
  }));
  const byId = new Map(all.map((known) => [known.id, known]));
  const ours = found.flatMap(({ isOurs, id, class: given }) => (isOurs ? [{ given, id }] : []));
  const settled = await settleDisagreements(
    [...ours, ...[...timedIds].map(([given, id]) => ({ given, id }))].flatMap(({ given, id }) => {
      const known = id === null ? undefined : byId.get(id);
      return known ? [{ given, known, isOfOther: given.waiting !== null }] : [];
    }),
    { trx, source, questions, names: await readRowNames(trx) },
  );
  const asFound = found.map((match) => ({
    ...match,
    class: settled.get(match.class) ?? match.class,
  }));
  const asWritten = classes.map((given) => settled.get(given) ?? given);
  const holidays = await holidaysIn(trx, semester.class_from, semester.to);
  const place = { semester, holidays };
  const last = await afterBegun(
    trx,
    [...asFound.flatMap(({ id }) => id ?? []), ...theirs],
    today,
    localNow,
  );
  const idOf = await makeRooms(trx, asWritten, rooms, notice);
  const { matched, inFile, atOtherTimes, taken, inQuestion } = await settleOtherSources(asFound, {
    trx,
    known: (id) => byId.get(id),
    last: lastFile,
    idOf,
    questions,
    names: await readRowNames(trx),
  });
  const { weeks, inOtherWeeks, staying } = weeksOfClasses(matched, {
    place,
    from: (id) => last.get(id) ?? today,
    known: (id) => byId.get(id),
    isChanged: ({ id, weeks: now }) => hasOtherWeeks(lastFile.get(id), now),
    plannedBefore: (id) => lastFile.get(id)?.reported.planned,
    questions,
  });
  const timed = await timeWaiting(
    trx,
    asWritten.filter((given) => given.waiting !== null),
    {
      ...options,
      place,
      idOf,
    },
  );
  for (const { id } of timed.classes) theirs.add(id);
  await noteGone(trx, {
    source,
    existing,
    matched: new Set(matched.flatMap(({ id }) => id ?? [])),
    unread: options.unread,
    today,
    notice,
  });
  noteDifferences(matched, {
    known: (id) => byId.get(id),
    idOf,
    inOtherWeeks,
    atOtherTimes,
    inQuestion,
    notice,
  });
  progress(0, matched.length);
  await writeNewRefs(
    trx,
    matched.flatMap(({ id, ref, isOurs }) =>
      id !== null && isOurs && byId.get(id)?.ref !== ref ? [{ id, ref }] : [],
    ),
  );
  const rows = matched.flatMap((one) => (one.isOurs ? [one] : []));
  const { counts: written, changed } = await upsertNaming(
    trx,
    target,
    rows.map((one) => ({ ...rowOf(one, semester, idOf), weeks: weeks.get(one) ?? null })),
  );
  const ids = await idsByRef(
    trx,
    rows.map(({ ref }) => ref),
  );
  const ofFurther = await writeFurther(trx, rows, {
    existing,
    last: lastFile,
    ids,
    idOf,
    notice,
  });
  const isOfUpsert = new Set(changed);
  const alsoChanged = rows.filter(
    ({ id, ref }) => id !== null && ofFurther.has(id) && !isOfUpsert.has(ref),
  ).length;
  const comparing = {
    semester,
    weeks,
    idOf,
    span: spanOf(asWritten, semester),
    today,
    last,
  };
  const desired = matched.flatMap((one) => {
    const id = one.id ?? ids.get(one.ref);
    // A class that is in other weeks here, and was not made by the file, keeps its dates.
    if (id === undefined || inOtherWeeks.has(one)) return [];
    const isOfOtherCalendar =
      !one.isOurs && (isOfCalendar(byId.get(id)?.ref ?? null) || ofEarlier.has(id));
    return [desiredOf(one, { id, isOfOtherCalendar }, comparing)];
  });
  const dated = [...desired, ...timed.classes.map((one) => desiredOfTimed(one, comparing))];
  const followed = await followCalendar(trx, dated, {
    from: semester.class_from,
    to: semester.to,
    now,
    teachers: options.teachers,
    notice,
  });
  progress(matched.length, matched.length);
  if (!options.dryRun && source.id !== null) {
    const unsettled = new Map([
      ...inFile,
      ...[...settled].map(([given, written]) => [written, given] as const),
    ]);
    const reported = [
      ...matched.flatMap((match) => {
        const { id, ref, class: given } = match;
        const written = id ?? ids.get(ref);
        if (written === undefined) return [];
        // Weeks that stay are still others than those of the last file that was followed.
        const before = staying.has(match) ? lastFile.get(written)?.reported.weeks : undefined;
        const planned = plannedText(given, place);
        return [{ id: written, given, weeks: before ?? weeks.get(match), planned }];
      }),
      ...timed.classes.map(({ id, class: given }) => ({ id, given, weeks: undefined })),
    ].map((one) => ({ ...one, given: unsettled.get(one.given) ?? one.given }));
    await saveReported(trx, source.id, reported, idOf, now);
  }
  const after = await readClassWords(trx, semester.id);
  const names = await readRowNames(trx);
  const foreign = matched.length - rows.length;
  const skipped = own.length - matched.length;
  const ofTimed = timed.counts.find(({ table }) => table === 'class_schedule');
  return {
    counts: [
      ...made.counts,
      ...idOf.made,
      {
        table: 'class_schedule',
        created: written.created + (ofTimed?.created ?? 0),
        updated: written.updated + alsoChanged + taken.size + (ofTimed?.updated ?? 0),
        unchanged:
          written.unchanged - alsoChanged + foreign - taken.size + (ofTimed?.unchanged ?? 0),
        archived: 0,
        skipped,
      },
      ...timed.counts.filter((one) => one !== ofTimed),
      { table: 'class_meeting', ...followed.counts },
    ],
    listed: [
      ...listClasses(dated, before, after, followed.holidays),
      ...listDates(followed.dates, before, after, names),
      ...idOf.added.map(listRoom),
    ],
    lines: new Map(dated.flatMap(({ id, line }): [number, number][] => [[id, line]])),
  };
}

const listRoom = (number: string): Listed => ({
  record: 'classroom',
  outcome: 'created',
  class: '',
  date: null,
  fields: [{ field: 'room', from: '', to: number }],
});

/** The first and the last date of the calendar. */
function spanOf(classes: ResolvedClass[], semester: Semester): { from: string; to: string } {
  const dates = classes.flatMap(({ occurrences }) => [...occurrences.keys()]).toSorted();
  return { from: dates[0] ?? semester.class_from, to: dates.at(-1) ?? semester.to };
}
