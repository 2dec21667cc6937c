import { z } from 'zod';
import { date, dateList, id, idList, listQuery, optionalText, orderedBy, reference, several } from './fields.ts';
import { limits } from './limits.ts';
import { amount } from './pay-code.ts';
import { countDone, ids, section } from './section.ts';

/** pending until accounts has approved it; a completed line is locked (spec §4). */
export const payStates = ['pending', 'completed'] as const;
export type PayState = (typeof payStates)[number];

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** The class of a check-in as it is now; what is paid stands in the line itself. */
const schedule = z.object({
  id: z.number(),
  subject_name: z.string(),
  subject_code: z.string(),
  day_of_week: z.string(),
  class_type: z.string(),
  /** `HH:mm`. */
  start_time: z.string(),
  end_time: z.string(),
  teacher: person,
});

/**
 * A teacher's check-in to a class on a date: one per class and date (spec §3). What is paid is there for who may read
 * pay codes, and for the user whose line it is: of a pending line of a stand-in, or of somebody who may edit the
 * timetable, only once accounts has completed it.
 */
export const payrollLog = z.object({
  id: z.number(),
  date: z.string(),
  schedule,
  /** Who is paid: the class's teacher, or who stood in. */
  teacher: person,
  /** Whose class it was at the check-in. */
  class_teacher: person,
  /** Somebody else than the class's teacher is paid. */
  stands_in: z.boolean(),
  /** When the class's teacher objected to a stand-in's pending line; null without an objection, or once accounts has decided. */
  contested_at: z.string().nullable(),
  /** The name of who objected. */
  contested_by: z.string().nullable(),
  /**
   * With Timesheet Admin Portal read: the address that the line belongs to, when it is no longer the teacher's; null when
   * it is. Until the same person is confirmed, the user of the present address does not see the line.
   */
  earlier_address: z.string().nullable().optional(),
  /** Minutes, as they were at the check-in. */
  duration_of_schedule: z.number(),
  /** The pay code; null without one. */
  payroll: z.object({ id: z.number(), paycode: z.string() }).nullable().optional(),
  /** Per hour, the rate that applied: a decimal with two places. */
  rate: z.string().optional(),
  /** A decimal with two places. */
  amount_need_to_be_paid: z.string().optional(),
  status: z.enum(payStates),
  checked_in_at: z.string(),
});
export type PayrollLog = z.output<typeof payrollLog>;

/** What accounts looks for among the lines. */
export const payFlags = ['stand_in', 'contested', 'earlier_address'] as const;

const logFilters = {
  id: idList.optional(),
  class_schedule: idList.optional(),
  date: dateList.optional(),
  from_date: date.optional(),
  to_date: date.optional(),
  teacher: idList.optional(),
  subject: idList.optional(),
  status: several.pipe(z.array(z.enum(payStates, 'must be pending or completed'))).optional(),
  flag: several.pipe(z.array(z.enum(payFlags, 'must be stand_in, contested or earlier_address'))).optional(),
  /** Pay codes, for who may read Payrolls; `none` finds the lines without one. */
  payroll: several
    .refine((parts) => parts.length <= limits.pickerRows && parts.every((part) => part === 'none' || /^[1-9]\d{0,14}$/.test(part)), {
      message: 'must be ids of pay codes, or none',
    })
    .optional(),
};
export type LogFilters = { [Name in keyof typeof logFilters]?: z.output<(typeof logFilters)[Name]> };

export const payrollLogs = section({
  path: 'payroll-logs',
  resource: 'Timesheet Admin Portal',
  one: 'check-in',
  fields: {
    /** Another pay code brings its rate with it, and the amount is calculated anew; null takes the pay code away. */
    payroll_id: reference().nullable(),
    /** What is sent wins over what is calculated. */
    amount_need_to_be_paid: amount,
    /** Settles a contested line, also when it names the teacher who is paid already. */
    teacher_id: reference(),
    status: z.enum(payStates, 'must be pending or completed'),
    /** With another teacher who is checked in to another class at the same time; 409 without. */
    confirm_overlap: z.boolean('must be true or false').optional(),
    /** Why: asked for when the line is completed. */
    reason: optionalText(limits.reasonLength),
  },
  row: payrollLog,
  filters: logFilters,
  orders: ['date', 'teacher', 'duration', 'amount', 'status'],
  usualOrder: '-date',
});

export const payrollLogCreate = z.strictObject({
  class_schedule: id,
  date,
  /** For who enters it for somebody else; a teacher's own check-in needs none. */
  teacher_id: reference().optional(),
  /** For who enters check-ins: also beside another one of the same teacher at the same time; 409 without. */
  confirm_overlap: z.boolean('must be true or false').optional(),
});

/** The lines of a teacher from before their e-mail changed go to the user of the present address: the same person. */
export const payrollHandOver = z.strictObject({ teacher_id: reference() });
/** How many lines have another owner now. */
export const payrollHandedOver = z.object({ check_ins: z.number() });

/** One state for several lines. */
export const bulkUpdate = z.strictObject({
  ids,
  status: z.enum(payStates, 'must be pending or completed'),
  reason: optionalText(limits.reasonLength),
});
export const bulkUpdated = countDone;

/** What the sums can be divided by. */
export const statGroups = ['teacher', 'week', 'pay_code'] as const;
export type StatGroup = (typeof statGroups)[number];

export const payrollStats = z.object({
  total: z.number(),
  pending: z.number(),
  completed: z.number(),
  total_minutes: z.number(),
  /** A decimal with two places. */
  total_amount: z.string(),
  /** With `by`: the twenty teachers or pay codes that are paid most, or the latest 53 weeks in order of time. */
  groups: z
    .array(
      z.object({
        /** A teacher's or pay code's id, null for no pay code; a week's Monday. */
        key: z.union([z.number(), z.string()]).nullable(),
        title: z.string(),
        /** Check-ins. */
        count: z.number(),
        minutes: z.number(),
        /** A decimal with two places. */
        amount: z.string(),
      }),
    )
    .optional(),
  /** How many groups there are in all. */
  all_groups: z.number().optional(),
});
export type PayrollStats = z.output<typeof payrollStats>;
export const payrollStatsQuery = z.strictObject({
  search: listQuery.search,
  ...logFilters,
  by: z.enum(statGroups, 'must be teacher, week or pay_code').optional(),
});

/** A class that took place without anybody having checked in. */
export const missingCheckIn = z.object({
  /** Of class and date, for lists. */
  id: z.number(),
  date: z.string(),
  schedule,
  duration_of_schedule: z.number(),
  number_of_students: z.number(),
  /** Who marked the roll last; null when nobody did. */
  roll_taken_by: z.string().nullable(),
});
export type MissingCheckIn = z.output<typeof missingCheckIn>;
export const missingQuery = z.strictObject({
  ...listQuery,
  /** 14 days before `to_date` when left out; at most 366 days. */
  from_date: date.optional(),
  /** Today when left out. */
  to_date: date.optional(),
  teacher: idList.optional(),
  subject: idList.optional(),
  ordering: orderedBy(['date', 'teacher'], '-date'),
});

/** What became of a check-in, the latest first. */
export const payrollChange = z.object({
  id: z.number(),
  what: z.enum(['checked_in', 'entered', 'changed', 'reopened', 'withdrawn', 'contested']),
  /** As texts of that time. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  reason: z.string().nullable(),
  /** Who. */
  by: z.string(),
  at: z.string(),
});
export type PayrollChange = z.output<typeof payrollChange>;

/** A file for the payroll system: every line, or the totals of each teacher and pay code. */
export const payrollExportQuery = z.strictObject({
  search: listQuery.search,
  ...logFilters,
  format: z.enum(['csv', 'xlsx'], 'must be csv or xlsx').default('csv'),
  rows: z.enum(['check-ins', 'totals'], 'must be check-ins or totals').default('check-ins'),
});
