import { sql, type NotNull } from 'kysely';
import { semesterRule, semesters } from '#contract/timetable/semester.ts';
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
import { Sessions, type Session } from './session-of-class.ts';
import { askBatch, askEnds, batchesOf, chooseType, sharesADate } from './session-questions.ts';
import { sessionText } from './session-text.ts';
import { withStaged } from './staged-tables.ts';

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
