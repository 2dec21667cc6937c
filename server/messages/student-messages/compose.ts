import { sql } from 'kysely';
import type {
  DayMessageKind,
  StudentMessageKind,
} from '#contract/messages/student-message-terms.ts';
import type { Config } from '#server/config.ts';
import type { Clock } from '#server/platform/clock.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { listedEntries, warningDraft } from '../letters/warnings.ts';
import type { InstituteSettings } from '#server/school/settings.ts';
import { whyNothing } from './absences.ts';
import { entryHolds, isAlerted, isStillAddressed } from './alerts.ts';
import { classesNow } from './decide.ts';
import { nameClasses } from './held.ts';
import { readDays } from './read-days.ts';
import {
  commonValuesOf,
  messageValuesOf,
  namedClasses,
  withoutLinks,
  type Addressed,
} from './text.ts';

export interface ComposeContext {
  database: Database;
  clock: Clock;
  config: Config;
  settings: InstituteSettings;
}

/** A queued message, with its recipient as they are now. */
export interface Queued extends Addressed {
  id: number;
  student: number;
  recipient: string;
  /** Null for others than guardians, 0 for one who was deleted. */
  guardian: number | null;
  day: string;
  kind: StudentMessageKind;
  is_resent: boolean;
  entry_id: number | null;
  channel: 'mail' | 'sms';
  address: string | null;
  archived: boolean;
  /** The recipient gets no messages any more (R-MSG-8). */
  stopped: boolean;
}

/** What becomes of a message that is not sent; `held`: it waits again. */
export interface Ending {
  state: 'held' | 'cancelled' | 'dropped' | 'stopped' | 'unaddressed';
  reason: string | null;
}

/** The values of a message’s fields, and whether they still hold when it is handed over. */
interface Composed {
  values: Record<string, string>;
  /** Within the transaction of the hand-over; throws where they do not. */
  confirm: (trx: Database) => Promise<void>;
}

const inOrder = (ids: number[]): number[] => ids.toSorted((a, b) => a - b);

const changedMeanwhile = 'The attendance changed while the message was being sent.';

const cancelled = (reason: string): Ending => ({ state: 'cancelled', reason });

/** Read after it was found to name nothing: an earlier answer would not know the reason yet. */
async function readWhyNothing(database: Database, { timeZone }: Clock, id: number) {
  const { why } = oneRow(
    await sql<{ why: string }>`
      select ${whyNothing(timeZone)} as why from student_message m where m.id = ${id}`.execute(
      database,
    ),
  );
  return why;
}

/** A message about a day (R-MSG-1), from its marks now. */
async function composeDay(
  context: ComposeContext,
  message: Queued & { kind: DayMessageKind },
): Promise<Composed | Ending> {
  const { database, clock, settings } = context;
  const { student, guardian, day, kind } = message;
  if (!settings.current().absence_messages) return cancelled('Messages were switched off.');
  if (message.archived) return cancelled('The student was archived.');
  const readNow = async (trx: Database) => {
    const days = await readDays(trx, { day, timeZone: clock.timeZone, student });
    const found = days.find((one) => one.guardian === guardian);
    const stored = found?.messages.find((one) => one.id === message.id)?.classes ?? [];
    return {
      classes: inOrder(found ? classesNow(kind, found, clock.now().epochMilliseconds) : []),
      stored: inOrder(stored),
    };
  };
  const { classes } = await readNow(database);
  if (classes.length === 0) return cancelled(await readWhyNothing(database, clock, message.id));
  if (!message.is_resent && day < clock.today())
    return { state: 'dropped', reason: 'The day was over before the mail server took it.' };
  const named = await namedClasses(database, classes, day);
  return {
    values: messageValuesOf(context, message, { day, classes: named }),
    async confirm(trx) {
      const now = await readNow(trx);
      if (now.classes.join() !== classes.join()) throw new Error(changedMeanwhile);
      if (now.stored.join() !== classes.join())
        await nameClasses(trx, [{ id: message.id, classes }]);
    },
  };
}

/** An alert (R-MSG-6), from the red list now. */
async function composeAlert(context: ComposeContext, message: Queued): Promise<Composed | Ending> {
  const { database, clock, settings } = context;
  if (!isAlerted(message.recipient, settings.current()))
    return cancelled('Alerts were switched off.');
  if (message.archived) return cancelled('The student was archived.');
  const holds = async (trx: Database): Promise<boolean> => {
    const { rows } = await sql`
      select from student_message m join red_list_computed e on e.id = m.entry_id
      where m.id = ${message.id} and ${entryHolds} and e.why && m.parts
        and ${isStillAddressed(clock.today())}`.execute(trx);
    return rows.length > 0;
  };
  const [line] =
    message.entry_id !== null && (await holds(database))
      ? await listedEntries(context, database, { ids: [message.entry_id], limit: 1 })
      : [];
  if (!line) return cancelled('The rule holds no longer, or others are alerted now.');
  const recipient = {
    id: message.student,
    student_id: message.student_id,
    first_name: message.first_name,
    last_name: message.last_name,
    date_of_birth: null,
    erased: false,
  };
  return {
    values: {
      ...withoutLinks(warningDraft(context, recipient, line).values),
      ...commonValuesOf(context, message),
    },
    async confirm(trx) {
      if (!(await holds(trx))) throw new Error(changedMeanwhile);
    },
  };
}

const isOfDay = (message: Queued): message is Queued & { kind: DayMessageKind } =>
  message.kind !== 'alert';

/** What a queued message says now; or how it ends, when it says nothing any more. */
export const compose = (context: ComposeContext, message: Queued): Promise<Composed | Ending> =>
  isOfDay(message) ? composeDay(context, message) : composeAlert(context, message);
