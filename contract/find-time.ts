import { z } from 'zod';
import { date, idList, idParam, time, whole } from './fields.ts';
import { wantedFeatures } from './room-feature.ts';
import { weekdays } from './weekdays.ts';

/** How many proposals an answer has at the most. */
export const maxProposals = 30;

/**
 * What needs a time (R-FIND-1): an existing class (`id`), or a new one of some cohorts in a
 * semester. What is left out is the class's own.
 */
export const findTimeQuery = z
  .strictObject({
    id: idParam.optional(),
    semester_id: idParam.optional(),
    teacher_id: idParam.optional(),
    /** Whose students would come, beside those of the class. */
    cohort: idList.optional(),
    /** Seats that are needed; the number of students when left out. */
    seats: z.coerce.number().pipe(whole(1, 9999)).optional(),
    /** What the room must have. */
    features: wantedFeatures.optional(),
    /** The length in minutes. */
    minutes: z.coerce.number().pipe(whole(5, 720)).optional(),
    /** From which date on; today when left out, and of a single class its date. */
    effective_from: date.optional(),
    /** Only the class of this date: the proposals are dates of the seven days from `effective_from` on. */
    on: date.optional(),
    /** `HH:mm`: not before, and not after; 08:00 to 18:00 when left out. */
    earliest: time.optional(),
    latest: time.optional(),
    /** Only these weekdays. */
    day_of_week: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(weekdays, 'must be weekdays from Monday to Saturday')).max(6))
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

/** A weekly time and room with what speaks for and against it; numbers of dates are of those left. */
export const timeProposal = z.object({
  /** Of a single class: when it would be held. */
  date: z.string().nullable(),
  day_of_week: z.enum(weekdays),
  /** `HH:mm` in the institute's time zone. */
  start_time: z.string(),
  end_time: z.string(),
  /** How many classes would be held then. */
  dates: z.number(),
  /** The smallest room that is free then and large enough; null when there is none. */
  classroom: room.nullable(),
  /** How many rooms are. */
  free_rooms: z.number(),
  /** How many of the students have another class then on some date. */
  busy_students: z.number(),
  /** On how many dates the teacher has another class then. */
  teacher_busy_dates: z.number(),
  /** Other classes that the teacher has on that weekday, and the minutes to the nearest of them. */
  teacher_classes: z.number(),
  teacher_gap: z.number().nullable(),
});
export type TimeProposal = z.output<typeof timeProposal>;

export const timesFound = z.object({
  /** How many students and seats were looked for. */
  students: z.number(),
  seats: z.number(),
  /** What the room has to have. */
  features: z.array(z.string()),
  /** The present time of an existing class, on the same scale. */
  current: timeProposal.nullable(),
  /** Other rooms that are free at the present time, the smallest first; 10 at the most. */
  rooms: z.array(room),
  /** Best first, 30 at the most. */
  results: z.array(timeProposal),
});
export type TimesFound = z.output<typeof timesFound>;

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/** What speaks for and against a proposal, in words. */
export function reasonsFor(
  it: TimeProposal,
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
    it.classroom === null
      ? { good: false, text: `no free room with ${count(seats, 'seat')}${having}` }
      : {
          good: true,
          text: `${it.classroom.capacity - seats} seats to spare${having}${it.free_rooms > 1 ? `, ${count(it.free_rooms - 1, 'other free room')}` : ''}`,
        },
  ];
}

function teacherText({ teacher_classes, teacher_gap }: TimeProposal): string {
  if (teacher_classes === 0) return 'the teacher is free, with no other class that day';
  if (teacher_gap === 0) return 'the teacher is free, next to another class';
  return `the teacher is free, ${teacher_gap} min from another class`;
}
