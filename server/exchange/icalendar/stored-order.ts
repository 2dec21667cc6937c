import type { LastReported } from './last-reported.ts';
import type { ResolvedClass, Room } from './resolve.ts';

type Reported = NonNullable<ReturnType<LastReported['get']>>['reported'];

/** The first and the further ones in the order of the last file, where they are the same ones. */
function inOrderOf<Value>(given: Value[], last: Value[]): Value[] {
  const isSame = given.length === last.length && given.every((one) => last.includes(one));
  return isSame ? last : given;
}

/**
 * A class whose teachers and rooms are those of the last file has them in that order: another order of
 * lines is no change of the first teacher or room (R-IMPORT-15).
 */
export function inStoredOrder(given: ResolvedClass, last: Reported | undefined): ResolvedClass {
  if (!last?.further) return given;
  const [teachers, rooms] = JSON.parse(last.further) as [number[], number[]];
  const [teacher_id = given.teacher_id, ...co_teachers] = inOrderOf(
    [given.teacher_id, ...given.co_teachers],
    [Number(last.teacher), ...teachers],
  );
  const [room = given.room, ...more_rooms] = inOrderOf<Room>(
    [given.room, ...given.more_rooms],
    [Number(last.room), ...rooms],
  );
  return { ...given, teacher_id, co_teachers, room, more_rooms };
}
