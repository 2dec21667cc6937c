import { z } from 'zod';
import {
  date,
  id,
  idList,
  idParam,
  listOf,
  listQuery,
  oneOf,
  optionalText,
  reference,
  sortParam,
  whole,
  yesOrNo,
} from '../fields.ts';
import { followUpLimits, outcomes, stepKinds } from './follow-up-terms.ts';
import { listedStudent } from '../student.ts';

const person = z.object({ id: z.number(), name: z.string() });

/** Something that was done; never changed without a trace (R-FOLLOW-2). */
const followUpStep = z.object({
  id: z.number(),
  /** `closed`: what a follow-up that was reopened had been closed with. */
  kind: z.enum([...stepKinds, 'closed']),
  /** The day on which it was done. */
  done_on: z.string(),
  note: z.string().nullable(),
  /** Of `closed` only. */
  outcome: z.enum(outcomes).nullable(),
  by: z.string(),
  /** When it was entered, corrected and removed, ISO 8601; a removed step has no note. */
  at: z.string(),
  corrected_at: z.string().nullable(),
  removed_at: z.string().nullable(),
  /** Whether the caller wrote it, and the follow-up is open. */
  may_correct: z.boolean(),
  /** Grows with each correction. */
  version: z.number(),
});
export type FollowUpStep = z.output<typeof followUpStep>;

const followUpFields = {
  id: z.number(),
  student: listedStudent,
  /** Null: over all subjects. */
  subject: z
    .object({ id: z.number(), subject_name: z.string(), subject_code: z.string() })
    .nullable(),
  semester: z.object({ id: z.number(), semester: z.number(), year: z.number() }),
  /** Who works on it. */
  owner: person,
  due_on: z.string(),
  /** Open, and due before today. */
  is_overdue: z.boolean(),
  begun: z.object({ by: z.string(), at: z.string() }),
  closed: z
    .object({
      by: z.string(),
      at: z.string(),
      outcome: z.enum(outcomes),
      note: z.string().nullable(),
    })
    .nullable(),
  /** The rate when it was begun, and now or when it was closed: `62%`; `–` without one (R-RATE-2). */
  rate_then: z.string(),
  rate_now: z.string(),
  /** Now less then, in percentage points with one decimal. */
  rate_change: z.number().nullable(),
  /** Absences that are not excused and have been counted since it was begun. */
  absences_since: z.number().nullable(),
  /** The latest step that is not removed. */
  last_step: z.object({ kind: z.enum(stepKinds), done_on: z.string(), by: z.string() }).nullable(),
  /** Whether the caller may record steps now: the owner, and who edits the red list. */
  may_write: z.boolean(),
  /** Grows with each change of owner, due date and state. */
  version: z.number(),
};

export const followUp = z.object(followUpFields);
export type FollowUp = z.output<typeof followUp>;
export const followUpDetails = z.object({
  ...followUpFields,
  /** By day, the oldest first. */
  steps: z.array(followUpStep),
});
export type FollowUpDetails = z.output<typeof followUpDetails>;
export const followUps = listOf(followUp);

/** A follow-up in a line of the red list. */
export const followUpOfLine = followUp.pick({
  id: true,
  owner: true,
  due_on: true,
  is_overdue: true,
  rate_then: true,
  rate_change: true,
  absences_since: true,
  last_step: true,
});
export type FollowUpOfLine = z.output<typeof followUpOfLine>;

export const followUpsQuery = z.strictObject({
  ...listQuery,
  /** The caller's own (when left out), or all that the caller may read; ignored with `owner`. */
  of: z.enum(['mine', 'all'], 'must be mine or all').optional(),
  owner: idList.optional(),
  /** `open` when left out. */
  state: z.enum(['open', 'closed', 'all'], 'must be open, closed or all').optional(),
  /** Open ones that are due before today, or the others. */
  overdue: yesOrNo.optional(),
  student: idList.optional(),
  subject: idList.optional(),
  ordering: sortParam(['due_on', 'last_name', 'owner', 'begun'], 'due_on'),
});

/** Open follow-ups that the caller may read (R-FOLLOW-5). */
export const followUpCounts = z.object({
  mine: z.number(),
  mine_overdue: z.number(),
  all: z.number(),
  overdue: z.number(),
});

export const followUpOwner = person;
export type FollowUpOwner = z.output<typeof followUpOwner>;
export const followUpOwners = listOf(followUpOwner);
export const followUpOwnersQuery = z.strictObject({
  ...listQuery,
  id: idList.optional(),
  ordering: sortParam(['name'], 'name'),
});

/** The version that was read: 409 with `overtaken` (`by`, `at`) when it was changed since. */
const version = whole(1, 2_147_483_647);
const note = optionalText(followUpLimits.noteLength);

/** A computed entry for the same that is new is accepted. */
export const newFollowUp = z.strictObject({
  student: reference(),
  /** Null or left out: over all subjects. */
  subject: id.nullish(),
  /** When left out that of the entry, or of the student's classes now. */
  semester_id: id.nullish(),
  owner_id: reference(),
  /** From today to a year ahead. */
  due_on: date,
});
export type NewFollowUp = z.output<typeof newFollowUp>;

export const changedFollowUp = z.strictObject({
  owner_id: reference().optional(),
  due_on: date.optional(),
  version,
});
export const closedFollowUp = z.strictObject({ outcome: oneOf(outcomes), note, version });
export const reopenedFollowUp = z.strictObject({ due_on: date, version });

export const newStep = z
  .strictObject({
    kind: oneOf(stepKinds),
    /** Not after today. */
    done_on: date,
    note,
  })
  .refine(({ kind, note: text }) => kind !== 'other' || text, {
    path: ['note'],
    message: 'is required when it is none of the others',
  });
export type NewStep = z.output<typeof newStep>;
export const changedStep = z.strictObject({
  kind: oneOf(stepKinds).optional(),
  done_on: date.optional(),
  note,
  /** When left out versions are not compared. */
  version: version.optional(),
});
export const followUpParams = z.object({ follow_up_id: idParam });
