import { z } from 'zod';
import { cleanText, date, email, fileLink, idList, idParam } from '../fields.ts';
import { messages } from '../texts.ts';
import { isAfter, resource, type FieldErrors } from '../resource.ts';
import { listedStudent, studentReference } from '../student.ts';

const leaveRow = z.object({
  id: z.number(),
  student_id: z.number(),
  student: listedStudent,
  leave_from: z.string(),
  leave_to: z.string(),
  faculty_email: z.string(),
  reason_for_leave: z.string(),
  /** A signed link that expires; null for imported leaves. */
  supporting_document: z.string().nullable(),
});
export type Leave = z.output<typeof leaveRow>;

export function leaveRule({ leave_from, leave_to }: Record<string, unknown>): FieldErrors {
  return isAfter(leave_from, leave_to) ? { leave_to: messages.afterStartDate } : {};
}

/** An approved leave of a student; both dates belong to it. */
export const leaves = resource({
  permission: 'Approved Leave List',
  singular: 'leave',
  fields: {
    student_id: studentReference,
    leave_from: date,
    leave_to: date,
    faculty_email: email(),
    reason_for_leave: cleanText(2000),
    supporting_document: fileLink.nullish().transform((link) => link || null),
  },
  row: leaveRow,
  filters: {
    id: idList.optional(),
    student: idList.optional(),
    from_date: date.optional(),
    to_date: date.optional(),
  },
  sortKeys: ['leave_from', 'leave_to', 'student'],
  defaultSort: '-leave_from',
  rule: leaveRule,
});

/** A new leave comes with its document. */
export const leaveCreate = leaves.body.extend({
  supporting_document: z
    .string(messages.selectFile)
    .min(1, messages.selectFile)
    .max(500, messages.selectFile),
});

/**
 * A leave before it is saved: its student and both dates. `leave` names the leaves that it
 * replaces; with it alone, they are removed.
 */
export const leaveEffectQuery = z.strictObject({
  student: idParam.optional(),
  from: date.optional(),
  to: date.optional(),
  leave: idList.optional(),
});

/** The effect of saving or removing leaves on existing marks. */
export const leaveEffect = z.object({
  /** Absences that become excused. */
  excused: z.number(),
  /** Absences that become unexcused. */
  unexcused: z.number(),
  /** Classes on the new dates in which the student is marked present; those marks stay. */
  present: z.number(),
});
export type LeaveEffect = z.output<typeof leaveEffect>;
