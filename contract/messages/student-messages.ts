import { z } from 'zod';
import { id, idList, several } from '../fields.ts';
import { messageStop } from './message-stop.ts';
import { redListReasons } from '../red-list-reasons.ts';
import { resource } from '../resource.ts';
import {
  messageRecipientNames,
  outboxStates,
  studentMessageKinds,
} from './student-message-terms.ts';

/** A class that a message is about. */
const messageClass = z.object({
  class_schedule: z.number(),
  subject_code: z.string(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject_name: z.string(),
  start_time: z.string(),
  end_time: z.string(),
});

const common = {
  id: z.number(),
  kind: z.enum(studentMessageKinds),
  recipient: z.enum(messageRecipientNames),
  /** The day of the absences. */
  day: z.string(),
  /** Those that it names; those that it would name now, while it waits. */
  classes: z.array(messageClass),
  /** The parts of the rule that an alert is about; null for others. */
  parts: z.array(z.enum(redListReasons)).nullable(),
  state: z.enum(outboxStates),
  /** Why it was cancelled, bounced, or waits again; the note of a sent one. */
  reason: z.string().nullable(),
  /** When it may be sent at the earliest. */
  due_at: z.string(),
  /** When it was sent, bounced or cancelled. */
  ended_at: z.string().nullable(),
};

const outboxRow = z.object({
  ...common,
  student: z.object({
    id: z.number(),
    student_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
  }),
  /** The address; null without one. */
  address: z.string().nullable(),
  /** The text, once it was made; it is made when the message is handed to the mail server. */
  text: z.object({ subject: z.string(), body: z.string() }).nullable(),
});
export type OutboxRow = z.output<typeof outboxRow>;

const oneOfSeveral = <Name extends string>(names: Name[]) =>
  several.pipe(z.array(z.enum(names, `must be one of ${names.join(', ')}`))).optional();

/** Messages to students, the latest first (R-MSG-5). */
export const outbox = resource({
  permission: 'Settings',
  singular: 'message',
  fields: {},
  row: outboxRow,
  filters: {
    id: idList.optional(),
    student: idList.optional(),
    kind: oneOfSeveral(studentMessageKinds),
    state: oneOfSeveral(outboxStates),
  },
  sortKeys: ['due_at', 'day', 'student'],
  defaultSort: '-due_at',
});

/** The messages of a student, without addresses and texts, the latest hundred first. */
export const messagesOfStudent = z.object({
  results: z.array(z.object(common)),
  /** Who stopped the messages to the student's own address, and when. */
  stopped: messageStop.nullable(),
});
export type MessageOfStudent = z.output<typeof messagesOfStudent>['results'][number];

/** Who would have got a message about the absences of a day, by the present settings. */
export const messagePreview = z.object({
  /** Yesterday. */
  day: z.string(),
  /** Whether messages are switched on. */
  on: z.boolean(),
  /** All of them; `results` has the first hundred. */
  total: z.number(),
  results: z.array(
    z.object({
      student: outboxRow.shape.student,
      classes: z.array(messageClass),
      /** Null without an address that mails may be sent to. */
      address: z.string().nullable(),
    }),
  ),
});
export type MessagePreview = z.output<typeof messagePreview>;

/** Courses, and whether absences in their classes are reported. */
export const messageCourses = z.object({
  results: z.array(z.object({ id: z.number(), name: z.string(), on: z.boolean() })),
});
export type MessageCourse = z.output<typeof messageCourses>['results'][number];
export const messageCourseSwitch = z.strictObject({
  course: id,
  on: z.boolean('must be true or false'),
});

export const stoppedMessages = z.object({ stopped: z.number() });
