import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import type { Notice } from './calendar-event.ts';
import type { ResolvedClass } from './resolve.ts';

/** A class of the semester that is here already. */
export interface Existing {
  id: number;
  ref: string | null;
  subject_id: number;
  teacher_id: number;
  classroom_id: number;
  weekday: number;
  start: string;
  end: string;
  archived: boolean;
}

/** A class of the calendar with the one here that it is; `id` is null for a new one. */
export interface Matched {
  class: ResolvedClass;
  id: number | null;
  /** By which a calendar that is imported again finds it. */
  ref: string;
  /** Made by a calendar, which then decides its weekday, times, room and teacher. */
  isOurs: boolean;
  teacher_id: number;
  classroom_id: number;
}

export async function readExisting(trx: Database, semester: number): Promise<Existing[]> {
  const { rows } = await sql<Existing>`
    select id, ref, subject_id, teacher_id, classroom_id, day_of_week as weekday,
      to_char(start_time, 'HH24:MI') as start, to_char(end_time, 'HH24:MI') as end,
      archived_at is not null as archived
    from class_schedule where semester_id = ${semester} order by id`.execute(trx);
  return rows;
}

/** What calendars made in every semester: a `ref` is unique in the whole institute. */
export async function readRefs(trx: Database): Promise<Set<string>> {
  const { rows } = await sql<{ ref: string }>`
    select ref from class_schedule where ref like 'calendar:%'`.execute(trx);
  return new Set(rows.map(({ ref }) => ref));
}

/** The prefixes of what calendars made in a semester. */
export async function readMade(trx: Database, semester: number): Promise<Set<string>> {
  const { rows } = await sql<{ prefix: string }>`
    select substring(ref from '^calendar:[^:]*:') as prefix
    from class_schedule where semester_id = ${semester} and ref like 'calendar:%'`.execute(trx);
  return new Set(rows.map(({ prefix }) => prefix));
}

/** `calendar:` with a print of the UID, and a number where an event is several classes. */
export const prefixOf = (uid: string): string =>
  `calendar:${createHash('sha256').update(uid).digest('hex').slice(0, 24)}:`;

/**
 * Finds the class that each class of the calendar is: by the UID of one of its events, with the same
 * weekday and time first; else one with the same subject, weekday and times (R-IMPORT-6).
 * @param existing classes of the semester.
 * @param refs of calendars in all semesters: a new class gets another one.
 */
export function matchExisting(
  classes: ResolvedClass[],
  existing: Existing[],
  refs: ReadonlySet<string>,
  notice: Notice,
): Matched[] {
  const taken = new Set<number>();
  const used = new Set(refs);
  const found = new Map<ResolvedClass, Existing>();
  const byPrefix = Map.groupBy(
    existing.filter(({ ref }) => ref?.startsWith('calendar:')),
    ({ ref }) => ref?.slice(0, ref.lastIndexOf(':') + 1) ?? '',
  );
  const ownOf = (one: ResolvedClass) =>
    one.uids.flatMap((uid) => byPrefix.get(prefixOf(uid)) ?? []);
  const sameTime = (one: ResolvedClass, it: Existing) =>
    it.weekday === one.weekday && it.start === one.start && it.end === one.end;
  const sameClass = (one: ResolvedClass, it: Existing) =>
    it.subject_id === one.subject_id && sameTime(one, it) && !it.archived;
  const passes: ((one: ResolvedClass) => Existing | undefined)[] = [
    (one) => ownOf(one).find((it) => isFree(it) && sameTime(one, it)),
    (one) => ownOf(one).find((it) => isFree(it) && it.weekday === one.weekday),
    (one) => ownOf(one).find(isFree),
    (one) =>
      existing.find((it) => isFree(it) && sameClass(one, it) && it.teacher_id === one.teacher_id),
    (one) =>
      existing.find((it) => isFree(it) && sameClass(one, it) && it.classroom_id === one.room),
  ];
  for (const pass of passes)
    for (const one of classes) {
      const it = found.has(one) ? undefined : pass(one);
      if (!it) continue;
      found.set(one, it);
      taken.add(it.id);
    }
  return classes.flatMap((one) => matchedOf(one, found.get(one)));

  function isFree({ id }: Existing): boolean {
    return !taken.has(id);
  }

  function matchedOf(one: ResolvedClass, it: Existing | undefined): Matched[] {
    if (it?.archived) {
      notice(one.event.line, 'skipped', 'UID', 'its class is archived here: restore it first');
      return [];
    }
    const room = typeof one.room === 'number' ? one.room : 0;
    if (it)
      return [
        {
          class: one,
          id: it.id,
          ref: it.ref ?? '',
          isOurs: it.ref?.startsWith('calendar:') ?? false,
          teacher_id: it.teacher_id,
          classroom_id: it.classroom_id,
        },
      ];
    const prefix = prefixOf(one.uids[0] ?? '');
    let number = 1;
    while (used.has(`${prefix}${number}`)) number++;
    const ref = `${prefix}${number}`;
    used.add(ref);
    return [
      { class: one, id: null, ref, isOurs: true, teacher_id: one.teacher_id, classroom_id: room },
    ];
  }
}
