import type { Notice } from './calendar-event.ts';
import { namedWhen } from './classes.ts';
import type { Existing, Matched } from './existing.ts';
import { groupOf } from './further.ts';
import { timeOf } from './last-reported.ts';
import type { ResolvedClass } from './resolve.ts';
import type { RoomIds } from './rooms.ts';
import { groupForm } from '#contract/timetable/group-form.ts';

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  new Set(one).size === new Set(other).size && one.every((id) => other.includes(id));

/** The facts of a class that another source made, and that a file may have otherwise. */
export const differing = ['teachers', 'rooms', 'times'] as const;
export type Differing = (typeof differing)[number];

export const teachersOf = (here: Existing): number[] => [
  here.teacher_id,
  ...(here.co_teacher_ids ?? []),
];
export const roomsOf = (here: Existing): number[] => [
  here.classroom_id,
  ...(here.more_classroom_ids ?? []),
];

/** A calendar names the first teacher and room, if any; a timetable program all of them. */
export function differentFacts(given: ResolvedClass, here: Existing, idOf: RoomIds): Differing[] {
  const teachers = [given.teacher_id, ...given.co_teachers];
  const rooms = [given.room, ...given.more_rooms].map(idOf);
  const isSame = (named: number[], stands: number[]) =>
    given.named ? isSameSet(named, stands) : stands.includes(named[0] ?? 0);
  const isSameTeacher = !given.isNamed || isSame(teachers, teachersOf(here));
  const isSameRoom = (!given.named && given.location === '') || isSame(rooms, roomsOf(here));
  return [
    ...(isSameTeacher ? [] : ['teachers' as const]),
    ...(isSameRoom ? [] : ['rooms' as const]),
    ...(timeOf(given) === timeOf(here) ? [] : ['times' as const]),
  ];
}

interface Compared {
  known: (id: number) => Existing | undefined;
  idOf: RoomIds;
  /** The classes that are in other weeks here. */
  inOtherWeeks: ReadonlySet<Matched>;
  /** The ids of the classes that stay at another weekly time than the file says. */
  atOtherTimes: ReadonlySet<number>;
  /** The classes that are part of a question, by what differs. */
  inQuestion: Record<Differing, ReadonlySet<number>>;
  notice: Notice;
}

/** Names what the calendar has otherwise for classes that it did not make, which stay as they are (R-IMPORT-6). */
export function noteDifferences(
  matched: Matched[],
  { known, idOf, inOtherWeeks, atOtherTimes, inQuestion, notice }: Compared,
): void {
  for (const match of matched) {
    const here = match.isOurs || match.id === null ? undefined : known(match.id);
    if (!here) continue;
    const { class: given } = match;
    const isOtherGroup =
      given.named && groupForm(groupOf(given) ?? '') !== groupForm(here.group_name ?? '');
    const differ = [
      ...differentFacts(given, here, idOf),
      ...(atOtherTimes.has(here.id) ? ['times' as const] : []),
    ];
    const different = [
      ...differ.filter((kind) => !inQuestion[kind].has(here.id)),
      ...(given.subject_id === here.subject_id ? [] : ['subjects']),
      ...(isOtherGroup ? ['groups'] : []),
      ...(inOtherWeeks.has(match) ? ['weeks'] : []),
    ];
    if (different.length === 0) continue;
    const stays = different.length === 1 ? 'which stays' : 'which stay';
    notice(
      given.event.line,
      'note',
      'class',
      `${namedWhen(given)} is here already, and this file did not make it: it has other ${different.join(', ')} here, ${stays}`,
    );
  }
}
