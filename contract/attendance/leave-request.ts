import { z } from 'zod';
import { cleanText, date, idParam, listQuery, optionalText, sortParam } from '../fields.ts';
import { leaveRule } from './leave.ts';
import { leaveRequestStates } from './leave-request-states.ts';
import { messages } from '../texts.ts';
import { listedStudent } from '../student.ts';

/** Requests of a student in a day, and uploads for them (R-LEAVE-3). */
export const leaveRequestLimits = { perDay: 5, uploadsPerDay: 10, open: 10 } as const;

const shown = {
  id: z.number(),
  leave_from: z.string(),
  leave_to: z.string(),
  reason_for_leave: z.string(),
  state: z.enum(leaveRequestStates),
  /** ISO 8601 UTC. */
  requested_at: z.string(),
  decided_at: z.string().nullable(),
  /** The word of who decided. */
  answer: z.string().nullable(),
  /** A signed link for five minutes, also once the leave has it; null once it was deleted or replaced. */
  supporting_document: z.string().nullable(),
};

/** A request as its student sees it. */
export const myLeaveRequest = z.object(shown);
export type MyLeaveRequest = z.output<typeof myLeaveRequest>;

/** A request as those see it who decide (R-LEAVE-1). */
export const leaveRequest = z.object({
  ...shown,
  student: listedStudent,
  decided_by: z.string().nullable(),
  /** The approved leave that was written. */
  leave_id: z.number().nullable(),
  /** The reader is the student: somebody else decides (R-LEAVE-2). */
  is_own: z.boolean(),
});
export type LeaveRequest = z.output<typeof leaveRequest>;

/** What an approved leave needs, without its approver. */
export const newLeaveRequest = z
  .strictObject({
    leave_from: date,
    leave_to: date,
    reason_for_leave: cleanText(2000),
    supporting_document: z
      .string(messages.selectFile)
      .min(1, messages.selectFile)
      .max(500, messages.selectFile),
  })
  .superRefine((body, context) => {
    for (const [field, message] of Object.entries(leaveRule(body)))
      context.addIssue({ code: 'custom', path: [field], message });
  });

/** The word that goes with a decision; a refusal needs one. */
export const approval = z.strictObject({ answer: optionalText(500) });
export const refusal = z.strictObject({ answer: cleanText(500) });

export const leaveRequestQuery = z.strictObject({
  ...listQuery,
  state: z.enum(leaveRequestStates, 'must be a state of a request').optional(),
  /** Those of one student. */
  student: idParam.optional(),
  /** Those that wait for a decision come first, in any order. */
  ordering: sortParam(['requested_at', 'leave_from', 'student'], '-requested_at'),
});
