import { sql, type NotNull } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { Notice } from './calendar-event.ts';
import type { CalendarQuestions } from './questions.ts';
import type { ResolvedClass } from './resolve.ts';
import { isMadeBy, prefixOf, type CalendarSource } from './source.ts';

/** A class of the semester that is here already. */
export interface Existing {
  id: number;
  ref: string | null;
  subject_id: number;
  /** Code and name. */
  subject: string;
  /** How many students are enrolled. */
  students: number;
  teacher_id: number;
  classroom_id: number;
  co_teacher_ids: number[] | null;
  more_classroom_ids: number[] | null;
  group_name: string | null;
  weekday: number;
  start: string;
  end: string;
  /** Null: every week. */
  weeks: number[] | null;
  archived: boolean;
}

/** A class of the calendar with the one here that it is; `id` is null for a new one. */
export interface Matched {
  class: ResolvedClass;
  id: number | null;
  /** By which a calendar that is imported again finds it. */
  ref: string;
  /** Made by this calendar, which then decides its weekday, times, room and teacher. */
  isOurs: boolean;
  teacher_id: number;
  classroom_id: number;
}

export async function readExisting(trx: Database, semester: number): Promise<Existing[]> {
  const { rows } = await sql<Existing>`
    select c.id, c.ref, c.subject_id, s.subject_code || ' ' || s.subject_name as subject,
      (select count(distinct e.student_id)::int from enrolment e
        where e.class_schedule_id = c.id) as students,
      c.teacher_id, c.classroom_id, c.co_teacher_ids, c.more_classroom_ids, c.group_name,
      c.day_of_week as weekday,
      to_char(c.start_time, 'HH24:MI') as start, to_char(c.end_time, 'HH24:MI') as end, c.weeks,
      c.archived_at is not null as archived
    from class_schedule c join subject s on s.id = c.subject_id
    where c.semester_id = ${semester} order by c.id`.execute(trx);
  return rows;
}

/** What calendars made in every semester: a `ref` is unique in the whole institute. */
export async function readRefs(trx: Database): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select('ref')
    .where('ref', 'like', 'calendar:%')
    .$narrowType<{ ref: NotNull }>()
    .execute();
  return new Set(rows.map(({ ref }) => ref));
}

/** The prefixes of what calendars made in a semester. */
export async function readMade(trx: Database, semester: number): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('class_schedule')
    .select(sql<string>`substring(ref from '^calendar:[^:]*:')`.as('prefix'))
    .where('semester_id', '=', semester)
    .where('ref', 'like', 'calendar:%')
    .execute();
  return new Set(rows.map(({ prefix }) => prefix));
}

interface Matching {
  source: CalendarSource;
  /** Classes of the semester. */
  existing: Existing[];
  /** The references of calendars in all semesters: a new class gets another one. */
  refs: ReadonlySet<string>;
  questions: CalendarQuestions;
  notice: Notice;
}

/**
 * Finds the class that each class of the calendar is: by the UID of one of its events in this source,
 * with the same weekday and time first; else one with the same subject, weekday and times (R-IMPORT-6).
 * A UID that names another subject than before is a question.
 */
export function matchExisting(
  classes: ResolvedClass[],
  { source, existing, refs, questions, notice }: Matching,
): Matched[] {
  const taken = new Set<number>();
  const used = new Set(refs);
  const found = new Map<ResolvedClass, Existing>();
  const byPrefix = Map.groupBy(
    existing.filter(({ ref }) => isMadeBy(source, ref)),
    ({ ref }) => ref?.slice(0, ref.lastIndexOf(':') + 1) ?? '',
  );
  const ownOf = (given: ResolvedClass) =>
    given.uids.flatMap((uid) => byPrefix.get(prefixOf(source, uid)) ?? []).filter(isFree);
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
  const passes: ((given: ResolvedClass) => Existing | undefined)[] = [
    (given) => sameOf(given).find((known) => sameTime(given, known)),
    (given) => sameOf(given).find((known) => known.weekday === given.weekday),
    (given) => sameOf(given)[0],
    (given) =>
      existing.find(
        (known) =>
          isFree(known) && sameClass(given, known) && known.teacher_id === given.teacher_id,
      ),
    (given) =>
      existing.find(
        (known) => isFree(known) && sameClass(given, known) && known.classroom_id === given.room,
      ),
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
      notice(given.event.line, 'skipped', 'UID', 'its class is archived here: restore known first');
      return [];
    }
    const room = typeof given.room === 'number' ? given.room : 0;
    if (known)
      return [
        {
          class: given,
          id: known.id,
          ref: known.ref ?? '',
          isOurs: isMadeBy(source, known.ref),
          teacher_id: known.teacher_id,
          classroom_id: known.classroom_id,
        },
      ];
    const prefix = prefixOf(source, given.uids[0] ?? '');
    let number = 1;
    while (used.has(`${prefix}${number}`)) number++;
    const ref = `${prefix}${number}`;
    used.add(ref);
    return [
      {
        class: given,
        id: null,
        ref,
        isOurs: true,
        teacher_id: given.teacher_id,
        classroom_id: room,
      },
    ];
  }
}
