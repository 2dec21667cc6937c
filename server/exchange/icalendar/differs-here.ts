import type { Notice } from './calendar-event.ts';
import { namedWhen } from './classes.ts';
import type { Existing, Matched } from './existing.ts';
import { groupOf } from './further.ts';
import type { ResolvedClass } from './resolve.ts';
import type { RoomIds } from './rooms.ts';
import { groupForm } from '#contract/timetable/group-form.ts';

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  new Set(one).size === new Set(other).size && one.every((id) => other.includes(id));

interface Compared {
  known: (id: number) => Existing | undefined;
  idOf: RoomIds;
  /** The classes that are in other weeks here. */
  inOtherWeeks: ReadonlySet<Matched>;
  notice: Notice;
}

/** Names what the calendar has otherwise for classes that it did not make, which stay as they are (R-IMPORT-6). */
export function noteDifferences(
  matched: Matched[],
  { known, idOf, inOtherWeeks, notice }: Compared,
): void {
  for (const match of matched) {
    const here = match.isOurs || match.id === null ? undefined : known(match.id);
    if (!here) continue;
    const { class: given } = match;
    const different = [
      ...(given.named ? differentFacts(given, here, idOf) : differentPlace(given, here, idOf)),
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

/** The first teacher and room, where the calendar names them. */
function differentPlace(given: ResolvedClass, here: Existing, idOf: RoomIds): string[] {
  const isSameTeacher = !given.isNamed || given.teacher_id === here.teacher_id;
  const isSameRoom = given.location === '' || idOf(given.room) === here.classroom_id;
  return [...(isSameTeacher ? [] : ['teachers']), ...(isSameRoom ? [] : ['rooms'])];
}

/** Only a timetable program names all of them. */
function differentFacts(given: ResolvedClass, here: Existing, idOf: RoomIds): string[] {
  const teachers = [given.teacher_id, ...given.co_teachers];
  const rooms = [given.room, ...given.more_rooms].map(idOf);
  return [
    ...(!given.isNamed || isSameSet(teachers, [here.teacher_id, ...(here.co_teacher_ids ?? [])])
      ? []
      : ['teachers']),
    ...(isSameSet(rooms, [here.classroom_id, ...(here.more_classroom_ids ?? [])]) ? [] : ['rooms']),
    ...(groupForm(groupOf(given) ?? '') === groupForm(here.group_name ?? '') ? [] : ['groups']),
  ];
}
