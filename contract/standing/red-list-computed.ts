import { z } from 'zod';
import { cleanText, idList, listOf, listQuery, sortParam } from '../fields.ts';
import { followUpOfLine } from './follow-up.ts';
import { limits } from '../limits.ts';
import { rulePartsAnswer, type RuleParts } from './red-list-rule.ts';
import { studentShort } from '../student.ts';
import { classTypes } from '../weekdays.ts';
import { redListReasons, type RedListReason } from '../red-list-reasons.ts';

/**
 * The filter of entries by state: those that are listed are open, accepted, recovered or entered by hand;
 * `by hand`, those of them with an entry by hand.
 */
export const redListStates = [
  'listed',
  'open',
  'accepted',
  'recovered',
  'dismissed',
  'cleared',
  'by hand',
] as const;

/** What a student's marks add up to in the subject, in its classes of a type, or over all subjects (R-RATE-1). */
const standing = z.object({
  present: z.number(),
  /** Of those, how often late. */
  late: z.number(),
  absent: z.number(),
  /** Of those, how many are excused. */
  excused: z.number(),
  /** Without a mark in rolls that were begun and not closed. */
  unfinished: z.number(),
  /** Absences in a row up to the latest mark. */
  streak: z.number(),
  /** The dates of the absences that are not excused, the latest twenty, oldest first. */
  absent_on: z.array(z.string()),
  /** Meetings to come, and their minutes. */
  left_meetings: z.number(),
  left_minutes: z.number(),
});

/** A student on the red list in a subject, computed, by hand or both (R-RED-2). */
const redListLine = z.object({
  /** Negative for an entry that was made by hand alone: that one is changed in its own list. */
  id: z.number(),
  student: studentShort,
  /** Null: over all subjects. */
  subject: z
    .object({ id: z.number(), subject_name: z.string(), subject_code: z.string() })
    .nullable(),
  /** The type of its classes that the rule counts; null: all of them. */
  class_type: z.enum(classTypes).nullable(),
  /** `recovered`: accepted, its rule has not held for three days, and its follow-up is open (R-FOLLOW-4). */
  state: z.enum(['open', 'accepted', 'recovered', 'dismissed', 'cleared', 'by hand']),
  /** Null by hand. */
  semester_id: z.number().nullable(),
  /** The parts of the rule that hold; empty once none does. */
  why: z.array(z.enum(redListReasons)),
  /** The rule; null once it was removed, and by hand. */
  rule: rulePartsAnswer.nullable(),
  /** When it was listed, ISO 8601; null by hand. */
  since: z.string().nullable(),
  /** The day since which the rule no longer holds: three days later the entry is cleared. */
  not_held_since: z.string().nullable(),
  /**
   * An entry by hand has that of the latest semester that has begun. Null without classes in a semester that
   * has not ended.
   */
  standing: standing.nullable(),
  /**
   * The rate that the marks give now, never the percentage by hand: `79.9%`, with one decimal, rounded down,
   * within one point of `below`; `–` without marks.
   */
  rate: z.string(),
  /** Percent not to end below: of the rule, else of the rule for the subject, else 80. Null of all subjects without a rule. */
  below: z.number().nullable(),
  /** The rate when every meeting left is attended, likewise. */
  best: z.string().nullable(),
  /** How many meetings left may be missed without ending below; null when it cannot be reached. */
  absences_left: z.number().nullable(),
  /** The probability to end below the rule's percentage, 0 to 1; null with few meetings (R-FORECAST-1). */
  chance_below: z.number().nullable(),
  /** The entry by hand for the subject; null on a line for a class type. */
  by_hand: z
    .object({
      id: z.number(),
      /** Percent, as it was typed. */
      attendance_percentage: z.number(),
      /** The date on which it was typed, YYYY-MM-DD; null for entries of earlier versions. */
      entered_on: z.string().nullable(),
    })
    .nullable(),
  /** Who accepted or dismissed it, when, and the reason. */
  decided: z.object({ by: z.string(), at: z.string(), reason: z.string().nullable() }).nullable(),
  /** The open follow-up of the same student and subject (R-FOLLOW-1). */
  follow_up: followUpOfLine.nullable(),
  /** The latest warning letter since it was listed; null also for who does not make them. */
  letter: z.object({ id: z.number(), number: z.string(), made_at: z.string() }).nullable(),
});
export type RedListLine = z.output<typeof redListLine>;

export const redListLines = listOf(redListLine);

export const redListQuery = z.strictObject({
  ...listQuery,
  /** `listed` when left out. */
  state: z.enum(redListStates, `must be one of ${redListStates.join(', ')}`).optional(),
  why: z.enum(redListReasons, `must be one of ${redListReasons.join(', ')}`).optional(),
  subject: idList.optional(),
  student: idList.optional(),
  /** The subject's course. */
  course: idList.optional(),
  ordering: sortParam(
    ['rate', 'since', 'last_name', 'student_id', 'subject', 'attendance_percentage'],
    'rate',
  ),
});

/** Accepts, dismisses or opens entries again. */
export const redListDecision = z
  .strictObject({
    ids: z.array(z.int().positive()).min(1, 'choose at least one').max(500, 'at most 500'),
    decision: z.enum(['accept', 'dismiss', 'open'], 'must be accept, dismiss or open'),
    /** Required to dismiss; at most 500 characters. */
    reason: cleanText(limits.reasonLength).nullish(),
  })
  .refine(({ decision, reason }) => decision !== 'dismiss' || reason, {
    path: ['reason'],
    message: 'is required to dismiss an entry',
  });
export type RedListDecision = z.output<typeof redListDecision>;
/** Entries that were changed; cleared ones are not. */
export const redListDecided = z.object({ changed: z.number() });

/** Why a student is listed, in words. */
export function reasonsText({ why, rule, standing: of }: RedListLine): string[] {
  if (!rule || !of) return [];
  const texts: Record<RedListReason, string> = {
    rate: `below ${rule.below}%`,
    consecutive: `${of.streak} absences in a row`,
    recent: `${rule.absences} or more absences in ${weeksText(rule)}`,
  };
  return why.map((reason) => texts[reason]);
}

const weeksText = ({ weeks }: RuleParts): string => (weeks === 1 ? 'a week' : `${weeks} weeks`);

/** A rule in words: "below 80% after 5 classes, or 3 absences in a row". */
export function ruleText(rule: RuleParts): string {
  return [
    ...(rule.below === null ? [] : [`below ${rule.below}% after ${rule.least_meetings} classes`]),
    ...(rule.consecutive === null ? [] : [`${rule.consecutive} absences in a row`]),
    ...(rule.absences === null ? [] : [`${rule.absences} absences in ${weeksText(rule)}`]),
  ].join(', or ');
}
