import { sql } from 'kysely';
import type { ClassCounts, LiveChange, MarkOfRow } from '#contract/live.ts';
import type { AppContext } from '#server/app-context.ts';
import { datesBetween } from '#contract/dates.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { LiveHub } from '#server/platform/live/hub.ts';
import { ChangeBatch, maxIds, type Change } from '#server/platform/live/wire.ts';
import { required } from '#server/platform/required.ts';
import { uuidOfRecord } from './record-uuid.ts';
import { detailColumns, markTotals, withDetails } from './attendance.ts';
import { marksOfRoll } from './roll-state.ts';

const classTopic = (classSchedule: number, date: string) => `class:${classSchedule}:${date}`;
/** The topic of a class's rolls on any date: who is in it, and what is known of them. */
const anyDateTopic = (classSchedule: number) => `class:${classSchedule}`;
const dayTopic = (date: string) => `day:${date}`;

/** The topic of the plan: holidays, semesters, classes that begin or end. */
const planTopic = 'plan';

/** What a stream of a class on a date, of a date, or of several dates follows. */
export const topicsOf = ({ class_schedule, date, until = date }: FollowedBy): string[] => [
  planTopic,
  ...(class_schedule === undefined
    ? datesBetween(date, until).map(dayTopic)
    : [anyDateTopic(class_schedule), classTopic(class_schedule, date)]),
];
type FollowedBy = { class_schedule?: number; date: string; until?: string };

/** The class and date of a topic. */
function parsedTopic(topic: string): { class_schedule?: number; date: string } {
  const date = topic.slice(topic.lastIndexOf(':') + 1);
  const [, classSchedule] = /^class:(\d+):/.exec(topic) ?? [];
  return classSchedule === undefined ? { date } : { class_schedule: Number(classSchedule), date };
}

/** Announces to open screens that marks of these students changed, and nothing else. */
export function publishMarks(
  live: LiveHub,
  of: { class_schedule: number; date: string },
  students: number[],
): void {
  live.publish(classTopic(of.class_schedule, of.date), students);
  live.publish(dayTopic(of.date), [of.class_schedule]);
}

/** Announces that something else of a class on a date changed, such as its check-in. */
export function publishClass(live: LiveHub, classSchedule: number, date: string): void {
  live.publish(classTopic(classSchedule, date), null);
  live.publish(dayTopic(date), null);
}

/** Announces that other classes may take place on some dates: screens of any date read again. */
export const publishPlan = (live: LiveHub): void => live.publish(planTopic, null);

/** What publishing to rolls depends on. */
type RollNews = Pick<AppContext, 'database' | 'live' | 'clock'>;

/**
 * Announces that rolls of these classes have other students, or show them otherwise. Writers of
 * enrolments, students, cards and leaves call it, or the next one, after the commit (R-ROLL-6).
 */
export function publishRolls({ live, clock }: Omit<RollNews, 'database'>, classes: number[]): void {
  if (classes.length === 0) return;
  if (classes.length > maxIds) return publishPlan(live);
  for (const id of new Set(classes)) live.publish(anyDateTopic(id), null);
  live.publish(dayTopic(clock.today()), null);
}

/** Announces that something about these students changed to the rolls of their classes. */
export async function publishStudents(context: RollNews, students: number[]): Promise<void> {
  if (students.length === 0) return;
  const rows = await context.database
    .selectFrom('enrolment')
    .select('class_schedule_id as id')
    .distinct()
    .where('student_id', '=', anyOf.ids(students))
    .execute();
  publishRolls(
    context,
    rows.map(({ id }) => id),
  );
}

/** The rolls of a student: those with a mark, and today's. */
export async function rollsOf(
  database: Database,
  student: number,
  today: string,
): Promise<{ class_schedule: number; date: string }[]> {
  const { rows } = await sql<{ class_schedule: number; date: string }>`
    select class_schedule_id as class_schedule, date from attendance where student_id = ${student}
    union
    select class_schedule_id, ${today}::date from enrolment
    where student_id = ${student}`.execute(database);
  return rows;
}

type Described = Omit<LiveChange, 'topic'>;

/**
 * Reads changes for all streams of the process: changes that arrive while a query runs are read
 * by the next one. Results come in the order of the changes.
 */
export function createChangeReader(database: Database): (change: Change) => Promise<Described> {
  let waiting = new Map<Change, PromiseWithResolvers<Described>>();
  let reading = false;

  async function readAll(): Promise<void> {
    reading = true;
    while (waiting.size) {
      const batch = waiting;
      waiting = new Map();
      try {
        const described = await readChanges(database, [...batch.keys()]);
        for (const [change, { resolve }] of batch) resolve(described.get(change) ?? {});
      } catch (error) {
        for (const { reject } of batch.values()) reject(error);
      }
    }
    reading = false;
  }

  return async (change) => {
    if (change.ids === null) return {};
    // All streams of a topic receive a change as the same object.
    const answer = waiting.get(change) ?? Promise.withResolvers<Described>();
    waiting.set(change, answer);
    // Other changes of the same notification are read with it.
    if (!reading) queueMicrotask(() => !reading && void readAll());
    return answer.promise;
  };
}

/** The current state of the changed rows, in one query for rolls and one for dates. */
async function readChanges(database: Database, changes: Change[]): Promise<Map<Change, Described>> {
  const ofClasses: MarkKey[] = [];
  const ofDays: CountKey[] = [];
  for (const change of changes) {
    const { class_schedule, date } = parsedTopic(change.topic);
    for (const id of change.ids ?? []) {
      if (class_schedule === undefined) ofDays.push({ change, class_schedule: id, date });
      else ofClasses.push({ change, class_schedule, date, student: id });
    }
  }
  const marks = ofClasses.length ? await readMarks(database, ofClasses) : [];
  const counts = ofDays.length ? await readCounts(database, ofDays) : [];
  const changeAt = (keys: CountKey[], index: number) =>
    required(keys[index], 'The key of a row').change;
  const marksOf = Map.groupBy(marks, (_, index) => changeAt(ofClasses, index));
  const countsOf = Map.groupBy(counts, (_, index) => changeAt(ofDays, index));
  return new Map(
    changes.map((change) => [
      change,
      parsedTopic(change.topic).class_schedule === undefined
        ? { counts: countsOf.get(change) ?? [] }
        : { marks: marksOf.get(change) ?? [] },
    ]),
  );
}

interface CountKey {
  change: Change;
  class_schedule: number;
  date: string;
}
interface MarkKey extends CountKey {
  student: number;
}

/** One for each key, in order. */
async function readMarks(database: Database, keys: MarkKey[]): Promise<MarkOfRow[]> {
  const { rows } = await sql<Omit<MarkOfRow, 'attendance_uuid'>>`
    select k.student, a.id, coalesce(a.status, 'N/A') as status, a.marked_at, a.how,
      ${detailColumns}
    from unnest(${keys.map((key) => key.class_schedule)}::bigint[],
      ${keys.map((key) => key.date)}::date[],
      ${keys.map((key) => key.student)}::bigint[])
      with ordinality as k (class_schedule, date, student, place)
    left join attendance a
      on a.student_id = k.student and a.date = k.date and a.class_schedule_id = k.class_schedule
    ${withDetails}
    order by k.place`.execute(database);
  return rows.map((row) => ({
    ...row,
    attendance_uuid: row.id === null ? null : uuidOfRecord(row.id),
  }));
}

/** One for each key, in order. */
async function readCounts(database: Database, keys: CountKey[]): Promise<ClassCounts[]> {
  const { rows } = await sql<ClassCounts>`
    select k.class_schedule as id, marks.total_present, marks.total_absent
    from unnest(${keys.map((key) => key.class_schedule)}::bigint[],
      ${keys.map((key) => key.date)}::date[])
      with ordinality as k (class_schedule, date, place)
    cross join lateral (
      select ${markTotals} from ${marksOfRoll(sql`k.class_schedule`, sql`k.date`)}
    ) marks
    order by k.place`.execute(database);
  return rows;
}

/** Changes since a position in the history of marks; for polling. */
export async function changedSince(
  database: Database,
  since: number | null,
): Promise<{ changes: Change[]; mark: number }> {
  if (since === null) {
    const newest = await database
      .selectFrom('attendance_history')
      .select(({ fn }) => fn.max<number | null>('id').as('id'))
      .executeTakeFirstOrThrow();
    return { changes: [], mark: newest.id ?? 0 };
  }
  const rows = await database
    .selectFrom('attendance_history')
    .select(['id', 'student_id', 'class_schedule_id', 'date'])
    .where('id', '>', since)
    .orderBy('id')
    .limit(1000)
    .execute();
  const batch = new ChangeBatch();
  for (const row of rows) {
    batch.add(classTopic(row.class_schedule_id, row.date), [row.student_id]);
    batch.add(dayTopic(row.date), [row.class_schedule_id]);
  }
  return { changes: batch.take(), mark: rows.at(-1)?.id ?? since };
}
