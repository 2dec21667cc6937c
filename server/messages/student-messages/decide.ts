import type { DayMessageKind } from '#contract/messages/student-message-terms.ts';
import type { SettingValues } from '#contract/settings.ts';

/** The settings that decide when messages are sent. */
export type MessageTerms = Pick<
  SettingValues,
  | 'absence_messages'
  | 'message_after_minutes'
  | 'quiet_from'
  | 'quiet_to'
  | 'last_message'
  | 'last_message_at'
>;

/** An absence of the day that is not excused and of a course whose absences are reported. */
export interface Absence {
  class_schedule: number;
  /** When it was entered, or its class begins if that is later, in milliseconds: before, it is no absence yet. */
  at: number;
  /** Its roll closed by itself: reported with the last message of the day. */
  by_itself: boolean;
}

/** A message of the day to one recipient that was not cancelled. */
export interface DayMessage {
  id: number;
  kind: DayMessageKind;
  /**
   * `held`: it may still be cancelled; `queued`: the mail server does not have it yet; `notified`: it does;
   * `over`: it was stopped, dropped or refused, or there is no address.
   */
  state: 'held' | 'queued' | 'notified' | 'over';
  /** In milliseconds. */
  due_at: number;
  /** The classes that it names. */
  classes: number[];
}

/** What the messages of one recipient about one student’s day are decided by. */
export interface StudentDay {
  absences: Absence[];
  messages: DayMessage[];
  /** Classes that were reported and are no absences without excuse any more. */
  corrected: number[];
}

/** A message that is to be held until it is due. */
export interface Wanted {
  kind: DayMessageKind;
  due_at: number;
  classes: number[];
}

const minuteMs = 60_000;

/** The classes that a message of a kind names at this moment: none that has not begun (R-MSG-1). */
export const classesNow = (kind: DayMessageKind, day: StudentDay, now: number): number[] =>
  classesOf(kind, { ...day, absences: day.absences.filter(({ at }) => at <= now) });

/** The same with classes that have not begun, which a message waits for. */
export function classesOf(kind: DayMessageKind, day: StudentDay): number[] {
  if (kind === 'correction') return day.corrected;
  const settled = new Set(settledClasses(day));
  return day.absences
    .filter((one) => !settled.has(one.class_schedule) && (kind === 'last' || !one.by_itself))
    .map((one) => one.class_schedule);
}

/** Notified, or named by a message that was stopped or refused: another one would have the same end. */
const settledClasses = ({ messages }: StudentDay): number[] =>
  messages
    .filter(
      ({ kind, state }) => (state === 'notified' || state === 'over') && kind !== 'correction',
    )
    .flatMap(({ classes }) => classes);

/**
 * Which messages are held or wait to be held: none of a kind that is on its way or over (R-MSG-1).
 * @param day the messages of one recipient.
 * @param lastAt the institute’s time of the last message on this day, in milliseconds; null without one.
 * @param now in milliseconds.
 */
export function wantedMessages(
  day: StudentDay,
  { message_after_minutes }: Pick<MessageTerms, 'message_after_minutes'>,
  { lastAt, now }: { lastAt: number | null; now: number },
): Wanted[] {
  const heldBack = message_after_minutes * minuteMs;
  const of = (kind: DayMessageKind) => day.messages.find((one) => one.kind === kind);
  const isFree = (kind: DayMessageKind) => (of(kind)?.state ?? 'held') === 'held';
  const firstOf = (classes: number[]) =>
    Math.min(
      ...day.absences.filter((one) => classes.includes(one.class_schedule)).map((one) => one.at),
    );
  const wanted: Wanted[] = [];
  const want = (kind: DayMessageKind, dueAt: (classes: number[]) => number) => {
    const classes = classesOf(kind, day);
    if (classes.length > 0) wanted.push({ kind, due_at: dueAt(classes), classes });
  };
  if (isFree('absence')) want('absence', (classes) => firstOf(classes) + heldBack);
  // While the first message waits, it will name all absences so far.
  const isFirstOnItsWay = wanted.length > 0 || of('absence')?.state === 'queued';
  if (lastAt !== null && !isFirstOnItsWay && isFree('last'))
    want('last', (classes) => Math.max(lastAt, firstOf(classes) + heldBack));
  if (isFree('correction')) want('correction', () => of('correction')?.due_at ?? now);
  return wanted;
}

/** What has to happen to the messages that are held, and which are added. */
export interface Changes {
  added: Wanted[];
  cancelled: number[];
  /** Held ones that name other classes, or are due at another moment, by now. */
  changed: (Wanted & { id: number })[];
}

/** Compares what is wanted with what is held. */
export function changesOf(day: StudentDay, wanted: Wanted[]): Changes {
  const held = day.messages.filter(({ state }) => state === 'held');
  const wantedOf = (kind: DayMessageKind) => wanted.find((one) => one.kind === kind);
  return {
    added: wanted.filter(({ kind }) => !held.some((one) => one.kind === kind)),
    cancelled: held.filter(({ kind }) => !wantedOf(kind)).map(({ id }) => id),
    changed: held.flatMap((one) => {
      const now = wantedOf(one.kind);
      return now && !isSame(one, now) ? [{ ...now, id: one.id }] : [];
    }),
  };
}

const isSame = (held: DayMessage, now: Wanted): boolean =>
  held.due_at === now.due_at &&
  held.classes.length === now.classes.length &&
  held.classes.every((one) => now.classes.includes(one));

/**
 * Whether no message is handed over at a time of day, `HH:MM…` (R-MSG-2). The same time from and to: no
 * quiet hours.
 */
export function isQuiet(
  time: string,
  { quiet_from, quiet_to }: Pick<MessageTerms, 'quiet_from' | 'quiet_to'>,
): boolean {
  if (quiet_from < quiet_to) return time >= quiet_from && time < quiet_to;
  return quiet_from > quiet_to && (time >= quiet_from || time < quiet_to);
}
