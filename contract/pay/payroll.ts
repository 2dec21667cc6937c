import { z } from 'zod';
import {
  cleanText,
  date,
  dateList,
  id,
  idList,
  listQuery,
  optionalText,
  sortParam,
  reference,
  several,
} from '../fields.ts';
import { limits } from '../limits.ts';
import { amount } from './pay-code.ts';
import { countDone, ids, idsBody, resource } from '../resource.ts';

/** pending until accounts has approved it; a completed line is locked (R-PAY-3). */
export const payStates = ['pending', 'completed'] as const;
export type PayState = (typeof payStates)[number];

const person = z.object({ id: z.number(), first_name: z.string(), last_name: z.string() });

/** The current class of a check-in; paid values are stored in the line itself. */
const schedule = z.object({
  id: z.number(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
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
 * A teacher's check-in to a class on a date: one per place of a class and date (R-PAY-1). Pay is included for
 * users who may read pay codes, and for the user whom the line belongs to: in a pending line of a
 * stand-in, or of a user who may edit the timetable, only after accounts has completed it.
 */
export const payrollLog = z.object({
  id: z.number(),
  date: z.string(),
  schedule,
  /** The payee: the class's teacher, or the stand-in. */
  teacher: person,
  /** The class's teacher at the check-in. */
  class_teacher: person,
  /** The payee is not the class's teacher. */
  stands_in: z.boolean(),
  /**
   * When the class's teacher objected to a stand-in's pending line; null without an objection, or
   * after accounts has decided.
   */
  contested_at: z.string().nullable(),
  /** The name of the objecting teacher. */
  contested_by: z.string().nullable(),
  /**
   * With Timesheet Admin Portal read: the address that the line belongs to, when it is no longer the
   * teacher's; otherwise null. Until accounts confirms that it is the same person, the user of the
   * current address does not see the line.
   */
  earlier_address: z.string().nullable().optional(),
  /** Minutes at the check-in. */
  duration_of_schedule: z.number(),
  /** With Timesheet Admin Portal read: the class was cancelled after the check-in. */
  class_cancelled: z.boolean().optional(),
  /**
   * With Timesheet Admin Portal read: the current minutes of the class of a pending line, when they
   * differ from those of the check-in; otherwise null.
   */
  minutes_now: z.number().nullable().optional(),
  /** With Timesheet Admin Portal read: the same teacher is paid for another class at that time. */
  overlaps: z.boolean().optional(),
  /**
   * With Timesheet Admin Portal read: the covering teacher, when the planned teacher is paid; null
   * otherwise.
   */
  covered_by: z.string().nullable().optional(),
  /** With Timesheet Admin Portal read: the latest pay run that has exported it; null without. */
  pay_run: z.number().nullable().optional(),
  /** The pay code; null without one. */
  payroll: z.object({ id: z.number(), paycode: z.string() }).nullable().optional(),
  /** The rate per hour that applied: a decimal with two places. */
  rate: z.string().optional(),
  /** A decimal with two places. */
  amount_need_to_be_paid: z.string().optional(),
  /**
   * The amount was changed since the line belongs to this teacher; the history says by whom, from what
   * to what, and why.
   */
  amount_changed: z.boolean().optional(),
  status: z.enum(payStates),
  /** The day is closed for pay: nothing about the line changes (R-PAY-8). */
  pay_closed: z.boolean().optional(),
  checked_in_at: z.string(),
});
export type PayrollLog = z.output<typeof payrollLog>;

/** Filters of accounts. */
const payFlags = [
  'stand_in',
  'contested',
  'earlier_address',
  'class_cancelled',
  'minutes_differ',
  'overlap',
  'planned_paid',
] as const;

const logFilters = {
  id: idList.optional(),
  class_schedule: idList.optional(),
  date: dateList.optional(),
  from_date: date.optional(),
  to_date: date.optional(),
  teacher: idList.optional(),
  subject: idList.optional(),
  status: several.pipe(z.array(z.enum(payStates, 'must be pending or completed'))).optional(),
  flag: several.pipe(z.array(z.enum(payFlags, `must be one of ${payFlags.join(', ')}`))).optional(),
  /** Pay codes, for users who may read Payrolls; `none` finds lines without one. */
  payroll: several
    .refine(
      (parts) =>
        parts.length <= limits.pickerRows &&
        parts.every((part) => part === 'none' || /^[1-9]\d{0,14}$/.test(part)),
      {
        message: 'must be ids of pay codes, or none',
      },
    )
    .optional(),
};
export type LogFilters = {
  [Name in keyof typeof logFilters]?: z.output<(typeof logFilters)[Name]>;
};

/** The part of a line that decides its pay. */
const seenLine = z.strictObject({ teacher_id: id, amount_need_to_be_paid: amount });

export const payrollLogs = resource({
  permission: 'Timesheet Admin Portal',
  singular: 'check-in',
  fields: {
    /**
     * With another pay code the amount is recalculated at its rate; null removes the pay code.
     */
    payroll_id: reference().nullable(),
    /** An explicit amount takes precedence over the calculated one. */
    amount_need_to_be_paid: amount,
    /** Settles a contested line, also when it names the teacher who is already paid. */
    teacher_id: reference(),
    status: z.enum(payStates, 'must be pending or completed'),
    /** Confirms a teacher who is checked in to another class at the same time; 409 without. */
    confirm_overlap: z.boolean('must be true or false').optional(),
    /** The reason; required when the line is completed. */
    reason: optionalText(limits.reasonLength),
    /** The line as the user read it: 409 where somebody else has changed it since. */
    seen: seenLine.optional(),
  },
  row: payrollLog,
  filters: logFilters,
  sortKeys: ['date', 'teacher', 'duration', 'amount', 'status'],
  defaultSort: '-date',
});

export const payrollLogCreate = z.strictObject({
  class_schedule: id,
  date,
  /** For users who enter it for a teacher; a teacher's own check-in needs none. */
  teacher_id: reference().optional(),
  /** The planned teacher whose place it is; by default the payee's own, or the first one. */
  place: reference().optional(),
  /**
   * For users who enter check-ins: confirms another check-in of the same teacher at the same time; 409
   * without.
   */
  confirm_overlap: z.boolean('must be true or false').optional(),
});

/**
 * Assigns the lines of a teacher's earlier e-mail addresses to the user of the current one: the
 * same person.
 */
export const payrollHandOver = z.strictObject({ teacher_id: reference() });
/** Number of lines with a new owner. */
export const payrollHandedOver = z.object({ check_ins: z.number() });

/** One status for several lines. */
export const bulkUpdate = z.strictObject({
  ids,
  status: z.enum(payStates, 'must be pending or completed'),
  reason: optionalText(limits.reasonLength),
  /** The lines as the user read them: 409 where somebody else has changed one since. */
  seen: z
    .array(seenLine.extend({ id }), 'must be a list of lines')
    .max(limits.mostRows, `must name at most ${limits.mostRows}`)
    .optional(),
});
export const bulkUpdated = countDone;

/** Lines whose class has other minutes now. */
export const recalculate = idsBody;
/** `recalculated`, or `unchanged` for completed lines and lines whose minutes match the class's. */
export const recalculated = countDone;

/** The possible groupings of the sums. */
const statGroups = ['teacher', 'week', 'pay_code'] as const;
export type StatGroup = (typeof statGroups)[number];

export const payrollStats = z.object({
  total: z.number(),
  pending: z.number(),
  completed: z.number(),
  total_minutes: z.number(),
  /** A decimal with two places. */
  total_amount: z.string(),
  /**
   * With `by`: the twenty teachers or pay codes with the highest sums, or the latest 53 weeks in
   * chronological order.
   */
  groups: z
    .array(
      z.object({
        /** The id of a teacher or pay code, null for no pay code; the Monday of a week. */
        key: z.union([z.number(), z.string()]).nullable(),
        title: z.string(),
        /** Number of check-ins. */
        count: z.number(),
        minutes: z.number(),
        /** A decimal with two places. */
        amount: z.string(),
      }),
    )
    .optional(),
  /** The total number of groups. */
  all_groups: z.number().optional(),
});
export type PayrollStats = z.output<typeof payrollStats>;
export const payrollStatsQuery = z.strictObject({
  search: listQuery.search,
  ...logFilters,
  by: z.enum(statGroups, 'must be teacher, week or pay_code').optional(),
});

/** A place of a class that took place without a check-in; `schedule.teacher` is whose place it is. */
export const missingCheckIn = z.object({
  /** A key of class, date and place, for lists. */
  id: z.number(),
  date: z.string(),
  schedule,
  duration_of_schedule: z.number(),
  number_of_students: z.number(),
  /** The last user who marked the roll; null without marks. */
  roll_taken_by: z.string().nullable(),
  /** The class's teacher has requested that accounts enter the check-in. */
  request: z
    .object({ message: z.string(), requested_by: z.string(), requested_at: z.string() })
    .nullable(),
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
  /**
   * Only classes whose teacher has requested a check-in; the last 366 days when
   * `from_date` is omitted.
   */
  requested: z.literal('true', 'must be true').optional(),
  ordering: sortParam(['date', 'teacher'], '-date'),
});
/** A teacher's request for a check-in that is missing in a class of theirs. */
export const missingRequest = z.strictObject({
  class_schedule: id,
  date,
  message: cleanText(limits.reasonLength),
});

/** The changes of a check-in, the latest first. */
export const payrollChange = z.object({
  id: z.number(),
  what: z.enum(['checked_in', 'entered', 'changed', 'reopened', 'withdrawn', 'contested']),
  /** Texts as they were at that time. */
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  reason: z.string().nullable(),
  /** The user. */
  by: z.string(),
  at: z.string(),
  /** Where the teacher checked in by card (R-DOOR-7). */
  device: z.string().nullable(),
});
export type PayrollChange = z.output<typeof payrollChange>;

/** A file for the payroll system: every line, or the totals of each teacher and pay code. */
export const payrollExportQuery = z.strictObject({
  search: listQuery.search,
  ...logFilters,
  format: z.enum(['csv', 'xlsx'], 'must be csv or xlsx').default('csv'),
  rows: z.enum(['check-ins', 'totals'], 'must be check-ins or totals').default('check-ins'),
});
