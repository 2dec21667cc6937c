import { namedWhen, type CalendarClass } from './classes.ts';
import type { Notice } from './calendar-event.ts';
import type { Known } from './known.ts';
import { classTypeOf, Matching } from './matching.ts';
import { allRooms, leaveOut, makeRoom, roomNumberOf, type CalendarQuestions } from './questions.ts';
import { FindTeachers, type Teachers } from './teachers.ts';
import { NewRecords, type SubjectPlaces } from '../programs/new-records.ts';

/** A class with everything that it needs here. */
export interface ResolvedClass extends CalendarClass, Teachers {
  subject_id: number;
  /** The class of another system that it is; its members are enrolled. */
  waiting: number | null;
  class_type: 'Lecture' | 'Tutorial' | 'Lecture + Tutorial';
  /** An id, or the number of a room that is made. */
  room: Room;
  /** Further rooms of a class that is made. */
  more_rooms: Room[];
  /** Of each date where it differs. */
  rooms: Map<string, Room>;
}
export type Room = number | { makes: string };

/** How many classes wait for answers, and how many were left out by one. */
interface Resolved {
  classes: ResolvedClass[];
  waiting: number;
  leftOut: number;
  /** Subjects that are made: their classes have the negative ids of these. */
  subjects: NewRecords['subjects'];
}

/** The parts of a location that names several things. */
const partsOf = (location: string): string[] => location.split(/\s*[,;/+&|]\s*/).filter(Boolean);

/** The rooms of `A1.01, A1.02`, or of several that are all here; one text for a location such as `A1.01, Main Building`. */
function roomsIn(location: string, isHere: (room: string) => boolean): string[] {
  const parts = partsOf(location);
  if (parts.length < 2) return [location];
  const shapes = new Set(parts.map((part) => part.replaceAll(/\d+/g, '0').toUpperCase()));
  return parts.every(isHere) || (shapes.size === 1 && /\d/.test(location)) ? parts : [location];
}

/** Finds subject, room and teacher of each class, or asks for them. */
export function resolve(
  classes: CalendarClass[],
  known: Known,
  semester: number,
  questions: CalendarQuestions,
  notice: Notice,
  places: SubjectPlaces,
): Resolved {
  const matching = new Matching(known, semester);
  const waitingById = new Map(known.waiting.map((one) => [one.id, one]));
  const created = new NewRecords(classes, { matching, questions, places });
  const result: Resolved = { classes: [], waiting: 0, leftOut: 0, subjects: [] };

  const isHere = (room: string) => matching.room(room) !== null;
  /** The rooms that a location names, where all of them are here. */
  const allIn = (location: string): number[] => {
    const found = roomsIn(location, isHere).map((room) => matching.room(room));
    const ids = [...new Set(found.filter((id) => id !== null))];
    return ids.length === found.length ? ids : [];
  };
  /** The further rooms of locations whose rooms are taken together. */
  const furtherOf = new Map<string, number[]>();
  const roomOf = (location: string, line: number): Room | 'waiting' | 'left out' => {
    const found = location ? matching.room(location) : null;
    if (found !== null) return found;
    const named = roomsIn(location, isHere);
    // Of `A1.01, Main Building` the room that is here is proposed.
    const known = partsOf(location).find(isHere);
    if (named.length > 1)
      notice(line, 'note', 'LOCATION', `names several rooms, ${named.join('; ')}`);
    const proposed = known === undefined ? null : matching.room(known);
    const together = named.length > 1 ? allIn(location) : [];
    const answer = questions.room(location, named, proposed, together.length > 1);
    if (answer === null) return 'waiting';
    if (answer === leaveOut) return 'left out';
    const [first, ...further] = together;
    if (answer === allRooms && first !== undefined) {
      furtherOf.set(location, further);
      return first;
    }
    const made = named[0] ?? location;
    return answer === makeRoom ? { makes: roomNumberOf(made) ?? made } : Number(answer);
  };
  const teachers = new FindTeachers({
    classes,
    matching,
    subjects: known.subjects,
    people: [...known.teachers, ...known.archivedTeachers],
    questions,
    notice,
  });

  for (const one of classes) {
    const waiting = waitingById.get(matching.waiting(one.event, one.uids) ?? 0) ?? null;
    const subject =
      waiting?.subject ??
      (one.named
        ? created.subject(one.named.subject)
        : (matching.subject(one.event) ?? questions.subject(one.event)));
    const [first, ...named] = one.named?.rooms.map((record) => created.room(record)) ?? [];
    const room = first ?? roomOf(one.location, one.event.line);
    const rooms = new Map<string, Room>();
    for (const { date, location, change } of one.occurrences.values()) {
      if (location === one.location || location === '') continue;
      const other = roomOf(location, change.line);
      if (typeof other !== 'string') rooms.set(date, other);
    }
    if (subject === leaveOut || room === 'left out') {
      notice(
        one.event.line,
        'skipped',
        subject === leaveOut ? 'SUMMARY' : 'LOCATION',
        `${namedWhen(one)}: left out by your answer`,
      );
      result.leftOut++;
      continue;
    }
    const subject_id = subject === null ? null : Number(subject);
    const taught =
      subject_id === null ? null : teachers.of(one, subject_id, waiting?.teacher ?? null);
    if (taught === 'none') {
      notice(
        one.event.line,
        'skipped',
        'ATTENDEE',
        `${namedWhen(one)}: a new subject needs a teacher, and its lessons name none`,
      );
      result.leftOut++;
      continue;
    }
    const isWaiting = room === 'waiting' || named.includes('waiting');
    if (subject_id === null || isWaiting || taught === null) {
      result.waiting++;
      continue;
    }
    result.classes.push({
      ...one,
      subject_id,
      waiting: waiting?.id ?? null,
      ...taught,
      class_type: classTypeOf(one),
      room,
      more_rooms: one.named ? named.filter(isRoom) : (furtherOf.get(one.location) ?? []),
      rooms,
    });
  }
  return { ...result, subjects: created.subjects };
}

const isRoom = (answer: Room | 'waiting' | 'left out'): answer is Room =>
  typeof answer !== 'string';
