import { z } from 'zod';
import { cleanText, date, email, fileLink, idList } from './fields.ts';
import { messages } from './messages.ts';
import { isAfter, section, type RuleFaults } from './section.ts';
import { studentReference, studentShort } from './student.ts';

export const leaveRow = z.object({
  id: z.number(),
  student_id: z.number(),
  student: studentShort,
  leave_from: z.string(),
  leave_to: z.string(),
  faculty_email: z.string(),
  reason_for_leave: z.string(),
  /** A signed link that expires; null for leaves that came by import. */
  supporting_document: z.string().nullable(),
});
export type Leave = z.output<typeof leaveRow>;

export function leaveRule({ leave_from, leave_to }: Record<string, unknown>): RuleFaults {
  return isAfter(leave_from, leave_to) ? { leave_to: messages.afterStartDate } : {};
}

/** An approved leave of a student; both dates belong to it. */
export const leaves = section({
  path: 'leave',
  resource: 'Approved Leave List',
  one: 'leave',
  fields: {
    student_id: studentReference,
    leave_from: date,
    leave_to: date,
    faculty_email: email(),
    reason_for_leave: cleanText(2000),
    supporting_document: fileLink.nullish().transform((link) => link || null),
  },
  row: leaveRow,
  filters: { id: idList.optional(), student: idList.optional(), from_date: date.optional(), to_date: date.optional() },
  orders: ['leave_from', 'leave_to', 'student'],
  usualOrder: '-leave_from',
  rule: leaveRule,
});

/** A new leave comes with its document. */
export const leaveCreate = leaves.body.extend({
  supporting_document: z.string(messages.selectFile).min(1, messages.selectFile).max(500, messages.selectFile),
});
