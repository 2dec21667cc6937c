import { namedWhen } from './classes.ts';
import type { Notice } from './calendar-event.ts';
import type { Existing, Matched } from './existing.ts';
import { isOnePart, likenesses, partHere, partOf } from './parts.ts';
import { timeOf, type LastReported } from './last-reported.ts';
import type { CalendarQuestions } from './questions.ts';
import type { ResolvedClass } from './resolve.ts';
import { isMadeBy, prefixOf, type CalendarSource } from './source.ts';

interface Matching {
  source: CalendarSource;
  /** Classes of the semester. */
  existing: Existing[];
  /** The references of calendars in all semesters: a new class gets another one. */
  refs: ReadonlySet<string>;
  /** The facts of each class in the last file of the source. */
  last: LastReported;
  questions: CalendarQuestions;
  notice: Notice;
}

type Reported = NonNullable<ReturnType<LastReported['get']>>['reported'];

/**
 * A class that another source made, or a person, is the one that it was in the last file of this calendar, whatever
 * stands there now: by the UID and the time, the weekday, or alone; before UIDs were stored by the time.
 */
const asLastFile: readonly ((
  given: ResolvedClass,
  before: Reported,
  known: Existing,
) => boolean)[] = [
  (given, before) => hasUidOf(given, before) && before.time === timeOf(given),
  (given, before) => hasUidOf(given, before) && before.time.startsWith(`${given.weekday} `),
  hasUidOf,
  (given, before, { subject_id }) =>
    before.uids === undefined && subject_id === given.subject_id && before.time === timeOf(given),
];

/** Parts of a lesson have one UID: what else they are distinguishes them. */
function hasUidOf(given: ResolvedClass, { uids, subject }: Reported): boolean {
  return (
    given.named === undefined &&
    subject === given.subject_id &&
    uids?.some((uid) => given.uids.includes(uid)) === true
  );
}

/**
 * Finds the class that each class of the calendar is: by the UID of one of its events in this source,
 * with the same weekday and time first; else one with the same subject, weekday and times (R-IMPORT-6). Where a
 * lesson has several parts, its group, its teacher and its room decide before the time does (R-IMPORT-15).
 * A UID that names another subject than before is a question.
 */
export function matchExisting(
  classes: ResolvedClass[],
  { source, existing, refs, last, questions, notice }: Matching,
): Matched[] {
  const taken = new Set<number>();
  const used = new Set(refs);
  const found = new Map<ResolvedClass, Existing>();
  const byPrefix = Map.groupBy(
    existing.filter(({ ref }) => isMadeBy(source, ref)),
    ({ ref }) => ref?.slice(0, ref.lastIndexOf(':') + 1) ?? '',
  );
  /** The classes of this calendar by each UID of the last file: their references have only the first of them. */
  const byLastUid = Map.groupBy(
    existing.flatMap((known) =>
      isMadeBy(source, known.ref)
        ? (last.get(known.id)?.reported.uids ?? []).map((uid) => ({ uid, known }))
        : [],
    ),
    ({ uid }) => uid,
  );
  const ownOf = (given: ResolvedClass) => {
    const byRef = given.uids.flatMap((uid) => byPrefix.get(prefixOf(source, uid)) ?? []);
    const byUid = given.named
      ? []
      : given.uids.flatMap((uid) => (byLastUid.get(uid) ?? []).map(({ known }) => known));
    return [...new Set([...byRef, ...byUid])].filter(isFree);
  };
  /** Classes of others that were in the last file. */
  const ofOthers = existing.flatMap((known) => {
    const before = last.get(known.id)?.reported;
    return before && !isMadeBy(source, known.ref) ? [{ known, before }] : [];
  });
  const sameSubject = (given: ResolvedClass, known: Existing) =>
    known.subject_id === given.subject_id;
  const sameTime = (given: ResolvedClass, known: Existing) =>
    known.weekday === given.weekday && known.start === given.start && known.end === given.end;
  const sameClass = (given: ResolvedClass, known: Existing) =>
    sameSubject(given, known) && sameTime(given, known) && !known.archived;
  const sameOf = (given: ResolvedClass) =>
    ownOf(given).filter((known) => sameSubject(given, known));
  /** The classes whose UID stands for another subject here. */
  const othersOf = (given: ResolvedClass) =>
    ownOf(given).filter(
      (known) => !sameSubject(given, known) && !known.archived && isChanged(given, known),
    );
  const byUid = Map.groupBy(classes, ({ uids }) => uids[0]);
  /** Whether the UID is one of a single part, here and in the file. */
  const isWhole = (given: ResolvedClass) =>
    given.named === undefined ||
    (isOnePart((byUid.get(given.uids[0]) ?? []).map(partOf)) &&
      isOnePart(
        given.uids
          .flatMap((uid) => byPrefix.get(prefixOf(source, uid)) ?? [])
          .map((known) => partHere(known, last)),
      ));
  const places: ((given: ResolvedClass, known: Existing) => boolean)[] = [
    sameTime,
    (given, known) => known.weekday === given.weekday,
    () => true,
  ];
  const passes: ((given: ResolvedClass) => Existing | undefined)[] = [
    ...likenesses.flatMap((isLike) =>
      places.map(
        (isPlaced) => (given: ResolvedClass) =>
          given.named &&
          sameOf(given).find(
            (known) => isPlaced(given, known) && isLike(partOf(given), partHere(known, last)),
          ),
      ),
    ),
    ...places.map(
      (isPlaced) => (given: ResolvedClass) =>
        isWhole(given) ? sameOf(given).find((known) => isPlaced(given, known)) : undefined,
    ),
    ...asLastFile.map(
      (isLike) => (given: ResolvedClass) =>
        ofOthers.find(({ known, before }) => isFree(known) && isLike(given, before, known))?.known,
    ),
    (given) =>
      existing.find(
        (known) =>
          isFree(known) && sameClass(given, known) && known.teacher_id === given.teacher_id,
      ),
    (given) =>
      existing.find(
        (known) => isFree(known) && sameClass(given, known) && known.classroom_id === given.room,
      ),
    // One on which this calendar disagreed before is the same class, whatever stands there now.
    (given) => ofOthers.find(({ known }) => isFree(known) && sameClass(given, known))?.known,
    (given) => othersOf(given).toSorted((a, b) => likeness(given, b) - likeness(given, a))[0],
  ];
  for (const pass of passes)
    for (const given of classes) {
      const known = found.has(given) ? undefined : pass(given);
      if (!known) continue;
      found.set(given, known);
      taken.add(known.id);
    }
  return classes.flatMap((given) => matchedOf(given, found.get(given)));

  function isFree({ id }: Existing): boolean {
    return !taken.has(id);
  }

  function isChanged(given: ResolvedClass, known: Existing): boolean {
    return questions.otherSubject(given, known) === 'changed';
  }

  function likeness(given: ResolvedClass, known: Existing): number {
    return sameTime(given, known) ? 2 : Number(known.weekday === given.weekday);
  }

  function matchedOf(given: ResolvedClass, known: Existing | undefined): Matched[] {
    if (known?.archived) {
      notice(
        given.event.line,
        'skipped',
        'UID',
        `${namedWhen(given)} is archived here: restore it first`,
      );
      return [];
    }
    const room = typeof given.room === 'number' ? given.room : 0;
    if (known) {
      const isOurs = isMadeBy(source, known.ref);
      const hasOwnUid = given.uids.some((uid) => known.ref?.startsWith(prefixOf(source, uid)));
      return [
        {
          class: given,
          id: known.id,
          ref: isOurs && !hasOwnUid ? nextRef(given) : (known.ref ?? ''),
          isOurs,
          teacher_id: known.teacher_id,
          classroom_id: known.classroom_id,
        },
      ];
    }
    return [
      {
        class: given,
        id: null,
        ref: nextRef(given),
        isOurs: true,
        teacher_id: given.teacher_id,
        classroom_id: room,
      },
    ];
  }

  /** A reference with the UID of a class that no class has. */
  function nextRef({ uids }: ResolvedClass): string {
    const prefix = prefixOf(source, uids[0] ?? '');
    let number = 1;
    while (used.has(`${prefix}${number}`)) number++;
    const ref = `${prefix}${number}`;
    used.add(ref);
    return ref;
  }
}
