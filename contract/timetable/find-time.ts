import { z } from 'zod';
import { date, idList, idParam, time, whole } from '../fields.ts';
import { wantedFeatures } from './room-feature.ts';
import { weeks } from '../week-fields.ts';
import { weekdays } from '../weekdays.ts';

/** Maximum proposals of a response. */
export const maxProposals = 30;

/**
 * What needs a time (R-FIND-1): an existing class (`id`), or a new one of some cohorts in a
 * semester. Omitted fields are the class's own.
 */
export const findTimeQuery = z
  .strictObject({
    id: idParam.optional(),
    semester_id: idParam.optional(),
    teacher_id: idParam.optional(),
    /** Further teachers; with `teacher_id`. */
    co_teachers: idList.optional(),
    /** The weeks of the semester in which it is held; by default those of the class. */
    weeks,
    /** Cohorts whose students would attend, besides those of the class. */
    cohort: idList.optional(),
    /** Required seats; by default the number of students. */
    seats: z.coerce.number().pipe(whole(1, 9999)).optional(),
    /** Required features of the room. */
    features: wantedFeatures.optional(),
    /** The length in minutes. */
    minutes: z.coerce.number().pipe(whole(5, 720)).optional(),
    /** The first possible date; by default today, and for a single class its date. */
    effective_from: date.optional(),
    /** Only the class on this date: the proposals are dates of the seven days from `effective_from` on. */
    on: date.optional(),
    /** `HH:mm`: earliest start and latest end; 08:00 to 18:00 by default. */
    earliest: time.optional(),
    latest: time.optional(),
    /** Only these weekdays. */
    day_of_week: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(weekdays, 'must be days of the week')).max(7))
      .optional(),
  })
  .refine(({ id, semester_id }) => id !== undefined || semester_id !== undefined, {
    path: ['semester_id'],
    message: 'is required without a class',
  })
  .refine(({ id, on }) => id !== undefined || on === undefined, {
    path: ['on'],
    message: 'is of a class: send id',
  });
export type FindTimeQuery = z.output<typeof findTimeQuery>;

const room = z.object({ id: z.number(), room_number: z.string(), capacity: z.number() });

/** A weekly time and room with arguments for and against it; numbers of dates count the remaining ones. */
const timeProposal = z.object({
  /** Of a single class: the proposed date. */
  date: z.string().nullable(),
  day_of_week: z.enum(weekdays),
  /** `HH:mm` in the institute's time zone. */
  start_time: z.string(),
  end_time: z.string(),
  /** How many meetings the class would have. */
  dates: z.number(),
  /** The smallest free room that is large enough; null when there is none. */
  classroom: room.nullable(),
  /** The number of such rooms. */
  free_rooms: z.number(),
  /** Number of the students who have another class at that time on some date. */
  busy_students: z.number(),
  /** Number of dates on which the teacher has another class at that time. */
  teacher_busy_dates: z.number(),
  /** Other classes of the teacher on that weekday, and the minutes to the nearest of them. */
  teacher_classes: z.number(),
  teacher_gap: z.number().nullable(),
});
export type TimeProposal = z.output<typeof timeProposal>;

/** The present time and room of an existing class. */
const currentTime = timeProposal.extend({
  /**
   * Why the present room does not fit, in words: `closed on 2 dates`, `taken on 1 date`,
   * `3 seats too few`, `without Projector`; empty when it does.
   */
  room_problems: z.array(z.string()),
});
export type CurrentTime = z.output<typeof currentTime>;

export const timesFound = z.object({
  /** Number of students and seats that the search used. */
  students: z.number(),
  seats: z.number(),
  /** Required features of the room. */
  features: z.array(z.string()),
  /** The present time and room of an existing class, rated like the proposals. */
  current: currentTime.nullable(),
  /** Other rooms that are free at the present time, the smallest first; at most 10. */
  rooms: z.array(room),
  /** Best first, at most 30. */
  results: z.array(timeProposal),
});
export type TimesFound = z.output<typeof timesFound>;

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/** The problems of a room in words; see `room_problems`. */
export function roomProblems({
  closedDates,
  takenDates,
  missingSeats = 0,
  missingFeatures = [],
}: {
  closedDates: number;
  takenDates: number;
  missingSeats?: number;
  missingFeatures?: string[];
}): string[] {
  return [
    ...(closedDates > 0 ? [`closed on ${count(closedDates, 'date')}`] : []),
    ...(takenDates > 0 ? [`taken on ${count(takenDates, 'date')}`] : []),
    ...(missingSeats > 0 ? [`${count(missingSeats, 'seat')} too few`] : []),
    ...(missingFeatures.length > 0 ? [`without ${missingFeatures.join(', ')}`] : []),
  ];
}

/** The arguments for and against a proposal, in words. */
export function reasonsFor(
  it: TimeProposal & Partial<Pick<CurrentTime, 'room_problems'>>,
  { students, seats, features }: Pick<TimesFound, 'students' | 'seats' | 'features'>,
): { good: boolean; text: string }[] {
  const having = features.length ? ` and ${features.join(', ')}` : '';
  return [
    it.busy_students === 0
      ? { good: true, text: students ? `all ${students} students are free` : 'no student is busy' }
      : { good: false, text: `${it.busy_students} of ${students} students have another class` },
    it.teacher_busy_dates === 0
      ? { good: true, text: teacherText(it) }
      : {
          good: false,
          text: `the teacher has another class on ${count(it.teacher_busy_dates, 'date')}`,
        },
    ...roomReasons(it, seats, having),
  ];
}

function roomReasons(
  it: TimeProposal & Partial<Pick<CurrentTime, 'room_problems'>>,
  seats: number,
  having: string,
): { good: boolean; text: string }[] {
  const { classroom, room_problems: problems = [] } = it;
  if (classroom === null)
    return [{ good: false, text: `no free room with ${count(seats, 'seat')}${having}` }];
  if (problems.length > 0)
    return problems.map((problem) => ({
      good: false,
      text: `room ${classroom.room_number}: ${problem}`,
    }));
  const others = it.free_rooms - 1;
  const otherRooms = others > 0 ? `, ${count(others, 'other free room')}` : '';
  return [
    { good: true, text: `${classroom.capacity - seats} seats to spare${having}${otherRooms}` },
  ];
}

function teacherText({ teacher_classes, teacher_gap }: TimeProposal): string {
  if (teacher_classes === 0) return 'the teacher is free, with no other class that day';
  if (teacher_gap === 0) return 'the teacher is free, next to another class';
  return `the teacher is free, ${teacher_gap} min from another class`;
}
