import { z } from 'zod';
import { idList, reference } from '../fields.ts';
import { messages } from '../texts.ts';
import { resource } from '../resource.ts';
import { studentReference, studentShort } from '../student.ts';

const redListRow = z.object({
  id: z.number(),
  student: studentShort,
  subject: z.object({ id: z.number(), subject_name: z.string(), subject_code: z.string() }),
  /** Percent, with at most two decimals. */
  attendance_percentage: z.number(),
});
export type RedListEntry = z.output<typeof redListRow>;

/** A student with low attendance in a subject. */
export const redList = resource({
  permission: 'Red List Students',
  singular: 'red list entry',
  fields: {
    student: studentReference,
    subject: reference(),
    attendance_percentage: z
      .number({ error: () => messages.isInvalid })
      .gt(0, messages.percentageRange)
      .lte(100, messages.percentageRange)
      .transform((percent) => Math.round(percent * 100) / 100)
      .refine((percent) => percent > 0, messages.percentageRange),
  },
  row: redListRow,
  filters: { id: idList.optional(), student: idList.optional(), subject: idList.optional() },
  sortKeys: ['student', 'subject', 'attendance_percentage'],
});
