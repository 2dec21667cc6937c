import { sql } from 'kysely';
import { clashText } from '#contract/clash-text.ts';
import { isPairKind, type Clash } from '#contract/clash.ts';
import type { Database } from '#server/platform/database/pool.ts';
import {
  rememberConfirmed,
  crowdsOf,
  type Crowd,
  clashes,
  lockEverything,
  isWritten,
  plannedMeetings,
} from '#server/timetable/index.ts';
import { placesOf, type Places } from './places.ts';
import type { ReadFile } from './read.ts';
import type { ImportReport } from './report.ts';
import { refuseTwoPlaces } from './two-places.ts';

export interface Judging {
  /** The institute's setting (R-CLASH-4). */
  mode: 'ask' | 'refuse';
  by: { user: number | null; now: string };
}

/** Maximum reported clashes. */
const maxClashes = 20_000;

/** Other changes of meetings and enrolments wait for the import, which may need any of them (R-CLASH-5). */
export async function lockToJudge(trx: Database, files: ReadFile[]): Promise<void> {
  if (isJudged(files)) await lockEverything(trx);
}

/** Whether the import may change meetings or students. */
const isJudged = (files: ReadFile[]) =>
  files.some(({ name }) => name === 'semesters' || name === 'timetable' || name === 'enrolments');

/**
 * Judges the imported classes from today on (R-CLASH-6): those in `timetable`, and those
 * whose meetings or students the import changes. Confirmations of rows are stored. Another clash is
 * an invalid row where the institute refuses clashes and the import causes this one, and is reported
 * otherwise.
 */
export async function judgeRows(
  trx: Database,
  files: ReadFile[],
  report: ImportReport,
  today: string,
  { mode, by }: Judging,
): Promise<void> {
  if (isJudged(files))
    await judgePlaces(trx, await placesOf(trx, files), report, today, { mode, by });
}

/** The same for classes and enrolments that were not written from such files. */
export async function judgePlaces(
  trx: Database,
  places: Places,
  report: Pick<ImportReport, 'bad' | 'clashes'>,
  today: string,
  { mode, by }: Judging,
): Promise<void> {
  // Freshly written rows are unknown to the planner.
  for (const table of ['class_meeting', 'class_schedule', 'enrolment', 'student'])
    await sql`analyze ${sql.table(table)}`.execute(trx);
  await refuseTwoPlaces(trx, places, report.bad, today);
  const changed = await changedClasses(trx);
  const judged = [...new Set([...places.named, ...changed.meetings, ...changed.students])];
  const meetings = plannedMeetings(sql`g.date >= ${today}::date
    and g.class_schedule_id = any(${judged}::bigint[])`);
  const crowds = await crowdsOf(trx, judged, today);
  const found = (await clashes(trx, meetings, { max: maxClashes, crowds })).filter(
    // A new student changes the seats only: students in two places are rejected.
    ({ kind, class_schedule: id }) =>
      id !== null && (kind === 'seats' || places.named.has(id) || changed.meetings.has(id)),
  );
  await rememberConfirmed(
    trx,
    found.filter((one) => !one.confirmed && isMeant(one, places)),
    by,
  );
  for (const one of inOrder(found, places)) {
    const id = one.class_schedule ?? 0;
    const isConfirmed = isMeant(one, places);
    const isNew = changed.meetings.has(id) || (one.kind === 'seats' && changed.students.has(id));
    const place = places.ofClass(id);
    const text = clashText({ ...one, confirmed: isConfirmed });
    const reason = one.other ? `${text} (${places.nameOf(one.other.class_schedule)})` : text;
    if (mode === 'refuse' && isNew && !isConfirmed)
      report.bad.push({
        ...place,
        column: 'confirm_clashes',
        reason: `${reason}: yes if it is meant so`,
      });
    else report.clashes.push({ ...place, column: one.kind, reason, isConfirmed });
  }
  for (const crowd of crowds) reportCrowd(crowd, places, report, { mode, changed });
}

interface Judged {
  mode: Judging['mode'];
  changed: Record<'meetings' | 'students', ReadonlySet<number>>;
}

/** A room or teacher with too many classes to name their pairs, at the first row that needs it. */
function reportCrowd(
  { kind, name, classes, date, judged }: Crowd,
  places: Places,
  report: Pick<ImportReport, 'bad' | 'clashes'>,
  { mode, changed }: Judged,
): void {
  const isConfirmed = judged.every((id) => places.confirm(id, kind));
  const [place] = judged
    .map((id) => places.ofClass(id))
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  if (!place) return;
  const reason = `${name} is needed by ${classes} classes on ${date}, which are too many to compare with each other`;
  if (mode === 'refuse' && !isConfirmed && judged.some((id) => changed.meetings.has(id)))
    report.bad.push({
      ...place,
      column: 'confirm_clashes',
      reason: `${reason}: yes if it is meant so`,
    });
  else report.clashes.push({ ...place, column: kind, reason, isConfirmed });
}

/** Confirmed earlier, by the row of the class or, for the pair, by that of the other one. */
const isMeant = ({ confirmed, kind, class_schedule, other }: Clash, places: Places): boolean =>
  confirmed ||
  places.confirm(class_schedule, kind) ||
  (isPairKind(kind) && places.confirm(other?.class_schedule, kind));

/** Classes whose meetings or students this transaction has written. */
async function changedClasses(
  trx: Database,
): Promise<Record<'meetings' | 'students', Set<number>>> {
  const { rows } = await sql<{ meetings: number[]; students: number[] }>`
    select array(select distinct g.class_schedule_id from class_meeting g where ${isWritten()})
        as meetings,
      array(select distinct e.class_schedule_id from enrolment e where ${isWritten('e')})
        as students`.execute(trx);
  return { meetings: new Set(rows[0]?.meetings), students: new Set(rows[0]?.students) };
}

/** In the order of the rows in the files. */
const inOrder = (found: Clash[], places: Places): Clash[] =>
  found
    .map((one) => ({ one, place: places.ofClass(one.class_schedule ?? 0) }))
    .toSorted(
      (a, b) =>
        a.place.file.localeCompare(b.place.file) ||
        a.place.line - b.place.line ||
        a.one.kind.localeCompare(b.one.kind),
    )
    .map(({ one }) => one);
