import { z } from 'zod';
import { dayKinds } from './calendar.ts';
import { date, idList } from '../fields.ts';
import { classSchedule } from './timetable.ts';

/** Maximum classes of a week that are returned and drawn. */
export const maxWeekClasses = 300;

/** The filters of a week: classes that match all of them. */
export const weekQuery = z.strictObject({
  /** Any date of the week; today by default. */
  date: date.optional(),
  /** The planned or covering teacher. */
  teacher: idList.optional(),
  classroom: idList.optional(),
  cohort: idList.optional(),
  /** A student enrolled on the date of the class. */
  student: idList.optional(),
  subject: idList.optional(),
  semester: idList.optional(),
});

/** A class on its date, including cancelled and moved ones. */
const weekClass = classSchedule
  .pick({
    id: true,
    class_type: true,
    group_name: true,
    start_time: true,
    end_time: true,
    color_coding: true,
    subject: true,
    classroom: true,
    teacher: true,
    co_teachers: true,
    more_rooms: true,
    planned: true,
  })
  .extend({
    date: z.string(),
    meeting: classSchedule.shape.meeting.unwrap(),
    /** The weekly plan, where times or room were changed by hand on this date; otherwise null. */
    usual: z
      .object({ start_time: z.string(), end_time: z.string(), room_number: z.string() })
      .nullable(),
  });
export type WeekClass = z.output<typeof weekClass>;

export const week = z.object({
  /** From Monday to Sunday. */
  days: z.array(
    z.object({
      date: z.string(),
      kind: z.enum(dayKinds),
      /** Names of the holidays. */
      holidays: z.array(z.string()),
      /** The rooms of the filter that are closed, and why. */
      closed_rooms: z.array(z.object({ room_number: z.string(), reason: z.string() })),
    }),
  ),
  /**
   * The semesters of the classes, or without any those with class dates in this week (of the filter), and the
   * week's number in each (R-WEEK-1).
   */
  semesters: z.array(
    z.object({
      id: z.number(),
      year: z.number(),
      semester: z.number(),
      /** 1 holds the first class date. */
      week: z.number(),
      /** The institute's name of it, such as A; null without names. */
      name: z.string().nullable(),
    }),
  ),
  /** By date and start; empty where there are more than 300. */
  results: z.array(weekClass),
  total: z.number(),
});
export type Week = z.output<typeof week>;
