import { minutesOf, timeOfMinutes } from '#contract/dates.ts';
import {
  maxProposals,
  roomProblems,
  type CurrentTime,
  type FindTimeQuery,
  type TimeProposal,
  type TimesFound,
} from '#contract/timetable/find-time.ts';
import { type Weekday } from '#contract/weekdays.ts';
import { mapInSlices } from '#server/platform/http/in-slices.ts';
import type { Occupied, Room, Taken } from './taken.ts';
import type { Wanted } from './wanted.ts';

/** Proposals start at every half hour. */
const stepMinutes = 30;
/** Maximum rooms that are free at the present time. */
const maxRooms = 10;
const usualHours = { earliest: '08:00', latest: '18:00' };

interface Slot {
  day_of_week: Weekday;
  start: number;
  end: number;
}

const overlaps = (slot: Slot, taken: Taken): boolean =>
  taken.day_of_week === slot.day_of_week && taken.start < slot.end && slot.start < taken.end;

/** The times of a week, the best first; other requests run in between. */
export async function rank(
  wanted: Wanted,
  occupied: Occupied,
  query: Pick<FindTimeQuery, 'earliest' | 'latest'> & { day_of_week: readonly Weekday[] },
): Promise<Pick<TimesFound, 'current' | 'rooms' | 'results'>> {
  const { current } = wanted;
  const earliest = minutesOf(query.earliest ?? usualHours.earliest);
  const latest = minutesOf(query.latest ?? usualHours.latest);
  const days = query.day_of_week.filter((day) => wanted.dates.has(day));
  const slots: Slot[] = [];
  for (const day_of_week of days)
    for (let start = earliest; start + wanted.length <= latest; start += stepMinutes)
      slots.push({ day_of_week, start, end: start + wanted.length });
  const isCurrent = (slot: Slot) =>
    slot.day_of_week === current?.day_of_week && slot.start === current.start;
  const others = slots.filter((slot) => !isCurrent(slot));
  const judged = await mapInSlices(others, (slot) => {
    const proposal = judge(slot, wanted, occupied);
    return { proposal, penalty: penaltyOf(proposal, wanted) };
  });
  judged.sort((a, b) => a.penalty - b.penalty);
  return {
    current: current && judgePresent(current, wanted, occupied),
    rooms: current
      ? freeRooms(current, occupied)
          .filter(({ id }) => id !== current.classroom)
          .slice(0, maxRooms)
      : [],
    results: judged.slice(0, maxProposals).map(({ proposal }) => proposal),
  };
}

const freeRooms = (slot: Slot, { rooms, byRoom }: Occupied): Room[] =>
  rooms.filter((room) => !byRoom.get(room.id)?.some((taken) => overlaps(slot, taken)));

function judge(slot: Slot, wanted: Wanted, occupied: Occupied): TimeProposal {
  const free = freeRooms(slot, occupied);
  const isBusy = new Uint8Array(wanted.students.length);
  for (const { taken, students } of occupied.ofStudents)
    if (taken.some((it) => overlaps(slot, it))) for (const place of students) isBusy[place] = 1;
  const sameDay = occupied.ofTeacher.filter((it) => it.day_of_week === slot.day_of_week);
  const others = sameDay.filter((it) => !overlaps(slot, it));
  const gaps = others.map((it) => Math.max(slot.start - it.end, it.start - slot.end));
  return {
    date: wanted.dateOf.get(slot.day_of_week) ?? null,
    day_of_week: slot.day_of_week,
    start_time: timeOfMinutes(slot.start),
    end_time: timeOfMinutes(slot.end),
    dates: wanted.dates.get(slot.day_of_week) ?? 0,
    classroom: roomOf(free, wanted),
    free_rooms: free.length,
    busy_students: sum(isBusy),
    teacher_busy_dates: sum(sameDay.filter((it) => overlaps(slot, it)).map(({ dates }) => dates)),
    teacher_classes: others.length,
    teacher_gap: gaps.length ? Math.min(...gaps) : null,
  };
}

/** The present time with the present room, which is shown with its problems and not replaced. */
function judgePresent(slot: Slot, wanted: Wanted, occupied: Occupied): CurrentTime {
  const { present } = occupied;
  const judged = judge(slot, wanted, occupied);
  if (!present) return { ...judged, room_problems: [] };
  const { id, room_number, capacity, taken, closedDates, missingFeatures } = present;
  const others = taken.filter((it) => overlaps(slot, it));
  // A place without seats holds any number of classes and students.
  const takenDates = capacity > 0 ? sum(others.map(({ dates }) => dates)) : 0;
  const missingSeats = capacity > 0 ? wanted.seats - capacity : 0;
  return {
    ...judged,
    classroom: { id, room_number, capacity },
    room_problems: roomProblems({ closedDates, takenDates, missingSeats, missingFeatures }),
  };
}

/** The present room where it stays free, else the smallest that is large enough. */
const roomOf = (free: Room[], { current }: Wanted): Room | null =>
  free.find(({ id }) => id === current?.classroom) ?? free[0] ?? null;

/**
 * The cost of a proposal. Students with another class, a
 * busy teacher and a missing room cost most; times without a clash cost less when the teacher has no long
 * gap and no further day, and the room is not larger than needed.
 */
function penaltyOf(it: TimeProposal, { students, seats, current }: Wanted): number {
  const share = students.length ? it.busy_students / students.length : 0;
  const hard =
    (it.busy_students > 0 ? 1000 + 1000 * share : 0) +
    (it.teacher_busy_dates > 0 ? 1000 : 0) +
    (it.classroom === null ? 1000 : 0);
  const gapHours = it.teacher_gap === null ? 2 : Math.min(it.teacher_gap / 60, 4);
  const spare = it.classroom ? (it.classroom.capacity - seats) / it.classroom.capacity : 0;
  const moved = current
    ? Math.abs(minutesOf(it.start_time) - current.start) / 120 +
      (it.day_of_week === current.day_of_week ? 0 : 1)
    : 0;
  return hard + gapHours + spare * 2 + moved;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
}
