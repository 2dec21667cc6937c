import { fullName, type PersonName } from '../person-name.ts';

/**
 * A class with its teachers: on a date those who are there. A class that a browser stored before it was upgraded has no
 * further ones.
 */
export interface TaughtBy<Person extends PersonName = PersonName> {
  teacher: Person;
  co_teachers?: readonly Person[] | undefined;
}
/** A class with its rooms. */
interface HeldIn<Room extends { room_number: string } = { room_number: string }> {
  classroom: Room;
  more_rooms?: readonly Room[] | undefined;
}

/** The teachers of a class, the first one first (R-TEACH-1). */
export const teachersOf = <Person extends PersonName>(of: TaughtBy<Person>): Person[] => [
  of.teacher,
  ...(of.co_teachers ?? []),
];

/** The rooms of a class, the first one first (R-CLASS-8). */
export const roomsOf = <Room extends { room_number: string }>(of: HeldIn<Room>): Room[] => [
  of.classroom,
  ...(of.more_rooms ?? []),
];

/** Whether a teacher is one of those of a class; no one is not. */
export const isTaughtBy = (
  of: TaughtBy<PersonName & { id: number }>,
  teacher: number | null,
): boolean => teachersOf(of).some(({ id }) => id === teacher);

/** `Tess Turner, Theo Tutor`. */
export const namesOfTeachers = (of: TaughtBy): string => teachersOf(of).map(fullName).join(', ');

/** `A1`, or `A1 (A2, A3)` where there are further ones; the same as the function `rooms_text` of the database. */
export const namesOfRooms = ({ classroom, more_rooms = [] }: HeldIn): string =>
  more_rooms.length === 0
    ? classroom.room_number
    : `${classroom.room_number} (${more_rooms.map(({ room_number }) => room_number).join(', ')})`;
