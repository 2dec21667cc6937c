import { sql, type NotNull } from 'kysely';
import { semesterRule, semesters } from '#contract/timetable/semester.ts';
import { idsOf } from './check-cell.ts';
import { addDays } from './dates.ts';
import { importRows, skipRow } from './import-rows.ts';
import {
  confirmSemesters,
  keyOf,
  knownSemesters,
  semestersHere,
  type Known,
} from './known-semesters.ts';
import { placeSessions, type Place } from './name-sessions.ts';
import { count, type Roster } from './roster.ts';
import { endText, firstSessions, sessionText } from './session-text.ts';
import { withStaged } from './staged-tables.ts';

interface Session {
  line: number;
  id: string;
  gone: boolean;
  title: string;
  type: string;
  first: string;
  last: string;
  parent: string | null;
  year: number;
}

/** Sessions by sourcedId. */
export class Sessions {
  readonly #byId: Map<string, Session>;
  /** Parts that became semesters, by what they are part of. */
  readonly #parts: Map<string | null, Session[]>;
  readonly #imported: Set<string>;
  readonly #today: string;

  constructor(sessions: Session[], imported: Set<string>, today: string) {
    this.#byId = new Map(sessions.map((one) => [one.id, one]));
    this.#parts = Map.groupBy(
      sessions.filter(({ id }) => imported.has(id)),
      ({ parent }) => parent,
    );
    this.#imported = imported;
    this.#today = today;
  }

  /**
   * The session of a class that became a semester: one that it names, what these are part of, or the parts
   * of a year, of which the first that has not ended is taken.
   */
  semesterOf(terms: string): { id: string; isChosen: boolean } | null {
    const named = idsOf(terms);
    const found = new Set<string>();
    for (const id of named)
      for (let at = this.#byId.get(id), depth = 0; at && depth < 10; depth++) {
        if (this.#imported.has(at.id)) {
          found.add(at.id);
          break;
        }
        at = at.parent ? this.#byId.get(at.parent) : undefined;
      }
    const options = found.size
      ? [...found]
      : named.flatMap((id) => this.#parts.get(id)?.map((part) => part.id) ?? []);
    const sorted = options
      .flatMap((id) => this.#byId.get(id) ?? [])
      .toSorted((a, b) => a.first.localeCompare(b.first));
    const one = sorted.find(({ last }) => last >= this.#today) ?? sorted.at(-1);
    return one ? { id: one.id, isChosen: sorted.length > 1 } : null;
  }
}

const most = 6;

/** Sessions of the chosen type become semesters (R-ROSTER-4). */
export async function importSessions(
  roster: Roster,
): Promise<{ sessions: Sessions; endsBefore: boolean }> {
  const { trx, problems, source, today } = roster;
  const rows: Session[] = await withStaged(trx)
    .selectFrom('roster')
    .select(['line', 'id', 'gone', sql<number>`(v ->> 'schoolYear')::int`.as('year')])
    .select((row) => [
      row.ref('v', '->>').key('title').as('title'),
      row.ref('v', '->>').key('type').as('type'),
      row.ref('v', '->>').key('startDate').as('first'),
      row.ref('v', '->>').key('endDate').as('last'),
      row.ref('v', '->>').key('parentSourcedId').as('parent'),
    ])
    .where('file', '=', 'academicSessions')
    .$narrowType<{ title: NotNull; type: NotNull; first: NotNull; last: NotNull }>()
    .orderBy('first')
    .orderBy('line')
    .execute();
  const endsBefore = askEnds(roster, rows, await sharesADate(roster));
  const sessions = rows.map((row) => ({
    ...row,
    last: endsBefore ? addDays(row.last, -1) : row.last,
  }));
  const type = await chooseType(roster, sessions);
  const wanted = sessions.filter((one) => one.type === type && !one.gone);
  for (const { line, type: other } of sessions)
    if (other === 'gradingPeriod')
      problems.note('academicSessions.csv', 'grading periods have no place here', 'type', line);
  const known = await knownSemesters(roster);
  const batch = askBatch(
    roster,
    await batchesOf(roster),
    wanted.some(({ id }) => !known.has(id)),
  );
  const numbered = number(roster, wanted, known);
  const found = await semestersHere(roster);
  const places = await placeSessions(roster, numbered, { known, batch, most });
  const all = numbered.map(({ session, semester }) => {
    const linked = known.get(session.id);
    const { chosen, ...place } = places.get(session.id) ?? {
      year: session.year,
      semester,
      chosen: null,
    };
    const before = linked ?? chosen ?? found.get(keyOf({ ...place, batch }));
    return {
      line: session.line,
      session,
      row: rowOf(session, place, before, batch),
      isUnlinked: before !== undefined && linked === undefined && chosen === null,
    };
  });
  for (const { line, session, row } of all)
    if (!known.has(session.id))
      problems.note(
        'academicSessions.csv',
        `“${sessionText(session)}” is semester ${row.semester} of ${row.year} here`,
        'title',
        line,
      );
  const mayLink = confirmSemesters(
    roster,
    all.filter(({ isUnlinked }) => isUnlinked),
  );
  const target = all.filter(({ line, isUnlinked }) => {
    if (!isUnlinked || mayLink) return true;
    const reason = 'is a semester that is here already, and was not linked';
    skipRow(roster, 'semester', {
      file: 'academicSessions.csv',
      line,
      column: 'sourcedId',
      reason,
    });
    return false;
  });
  const valid = target.filter(({ line, row }) => {
    const { error } = semesters.fields.year.safeParse(row.year);
    const errors = Object.entries({
      ...(error && { year: error.issues[0]?.message }),
      ...semesterRule(row),
    });
    for (const [field, reason = ''] of errors)
      problems.skip('academicSessions.csv', line, columnOf(field), reason);
    if (errors.length) count(roster, 'semester', { skipped: 1 });
    return errors.length === 0;
  });
  count(
    roster,
    'semester',
    await importRows(
      roster,
      'semesters',
      'academicSessions.csv',
      valid.map(({ line, row }) => ({ line, row: { ...row, confirm_clashes: false } })),
      columnOf,
    ),
  );
  const links = valid.map(({ session, row }) => ({ id: session.id, ...row }));
  await sql`
    insert into external_id (source, kind, sourced_id, semester_id)
    select ${source}, 'semester', given.id, m.id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
      as given(id text, year integer, semester smallint, batch text)
    join semester m on m.year = given.year and m.semester = given.semester and m.batch = given.batch
    on conflict (source, kind, sourced_id) do nothing`.execute(trx);
  const imported = new Set(valid.map(({ session }) => session.id));
  return { sessions: new Sessions(sessions, imported, today), endsBefore };
}

const columnOf = (field: string): string =>
  field === 'year' ? 'schoolYear' : field.includes('start') ? 'startDate' : 'endDate';

/** New semesters have the dates of the session for their classes too; of known ones these stay within. */
function rowOf(
  { first, last }: Session,
  { year, semester }: Pick<Place, 'year' | 'semester'>,
  before: Known | undefined,
  batch: string,
) {
  const inside = (date: string) => (date < first ? first : date > last ? last : date);
  const isOpen = {
    start: !before || before.class_start_date === before.semester_start_date,
    end: !before || before.class_end_date === before.semester_end_date,
  };
  return {
    year: before?.year ?? year,
    semester,
    batch: before?.batch ?? batch,
    semester_start_date: first,
    semester_end_date: last,
    class_start_date: isOpen.start ? first : inside(before?.class_start_date ?? first),
    class_end_date: isOpen.end ? last : inside(before?.class_end_date ?? last),
  };
}

/** By order in the school year; numbers that other sessions have already are left free. */
function number(roster: Roster, wanted: Session[], known: ReadonlyMap<string, Known>) {
  const taken = new Map<number, Set<number>>();
  const takenIn = (year: number) => {
    const numbers = taken.get(year) ?? new Set<number>();
    taken.set(year, numbers);
    return numbers;
  };
  for (const { id } of wanted) {
    const before = known.get(id);
    if (before) takenIn(before.year).add(before.semester);
  }
  return wanted.flatMap((session) => {
    const before = known.get(session.id);
    if (before) return [{ session, semester: before.semester }];
    const numbers = takenIn(session.year);
    let semester = 1;
    while (numbers.has(semester)) semester++;
    numbers.add(semester);
    if (semester <= most) return [{ session, semester }];
    count(roster, 'semester', { skipped: 1 });
    roster.problems.skip(
      'academicSessions.csv',
      session.line,
      'schoolYear',
      `a year has at most ${most} semesters`,
    );
    return [];
  });
}

/** Which sessions become semesters: those that classes name, unless somebody chooses others. */
async function chooseType({ trx, questions }: Roster, sessions: Session[]): Promise<string> {
  const offered = ['semester', 'term', 'schoolYear'].filter((type) =>
    sessions.some((one) => one.type === type),
  );
  const { rows } = await sql<{ type: string }>`
    select s.v ->> 'type' as type
    from roster c cross join lateral unnest(string_to_array(c.v ->> 'termSourcedIds', ',')) named(id)
    join roster s on s.file = 'academicSessions' and s.id = trim(named.id)
    where c.file = 'classes' and s.v ->> 'type' in ('semester', 'term')
    group by 1 order by count(*) desc limit 1`.execute(trx);
  const found = rows[0]?.type ?? offered[0] ?? 'semester';
  if (offered.length < 2) return found;
  return (
    questions.ask({
      name: 'sessions',
      label: 'Which sessions become semesters?',
      help: 'Classes of other sessions go to the one that theirs is part of, or else to its first part that has not ended.',
      found,
      choices: offered.map((value) => ({
        value,
        label: `${value}: ${firstSessions(sessions.filter(({ type }) => type === value))}`,
      })),
    }) ?? found
  );
}

/** The format's end dates are exclusive, and many systems write the last day all the same. */
function askEnds(
  { questions, isOurs }: Roster,
  sessions: Session[],
  seemsExclusive: boolean,
): boolean {
  const answer = questions.ask({
    name: 'end_dates',
    label: 'Which day does an end date of the file name?',
    help: `By OneRoster an end date is the day after the last one; many systems write the last day.${endText(sessions)}`,
    found: isOurs || seemsExclusive ? 'day_after' : 'last_day',
    choices: [
      { value: 'last_day', label: 'The last day itself' },
      { value: 'day_after', label: 'The day after the last day' },
    ],
  });
  return answer === 'day_after';
}

/** Whether a session begins on the day on which another one of its type ends. */
async function sharesADate({ trx }: Roster): Promise<boolean> {
  const { rows } = await sql`
    select from roster a join roster b on b.file = a.file and b.v ->> 'type' = a.v ->> 'type'
      and b.v ->> 'startDate' = a.v ->> 'endDate'
    where a.file = 'academicSessions' limit 1`.execute(trx);
  return rows.length > 0;
}

async function batchesOf({ trx }: Roster): Promise<string[]> {
  const rows = await trx
    .selectFrom('semester')
    .select('batch')
    .where('archived_at', 'is', null)
    .groupBy('batch')
    .orderBy(({ fn }) => fn.max('semester_start_date'), 'desc')
    .limit(20)
    .execute();
  return rows.map(({ batch }) => batch);
}

function askBatch({ questions }: Roster, batches: string[], isNeeded: boolean): string {
  if (!isNeeded) return '';
  const [only] = batches.length === 1 ? batches : [];
  return (
    questions.ask({
      name: 'batch',
      label: 'Batch of the new semesters',
      help: `The file has no batches. ${batches.length ? `There are: ${batches.join(', ')}.` : 'Such as the year in which the students began.'}`,
      found: only ?? null,
      isOfFile: true,
      rule: semesters.fields.batch,
    }) ?? '?'
  );
}
