import { sql } from 'kysely';
import { limits as maxNamed } from '#contract/limits.ts';
import { cellError, cellReaders, idLength } from './check-cell.ts';
import {
  rosterFiles,
  rosterFormat,
  timesColumns,
  type ColumnRule,
  type RosterFile,
} from './format.ts';
import { rosterLimits as limits } from './limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { countLeftOut, firstLeft, leaveOut, nameFollowing, type Left } from './left-out.ts';
import { FileError, readRows } from './read-rows.ts';
import type { Roster } from './roster.ts';
import { SourceError, type SourceFile } from '../source.ts';
import type { StagedFile } from './staged-file.ts';

/** The columns that the import uses; of the others nothing is stored, passwords least of all. */
const used: Record<RosterFile, string[]> = {
  orgs: ['name', 'type', 'parentSourcedId'],
  academicSessions: ['title', 'type', 'startDate', 'endDate', 'parentSourcedId', 'schoolYear'],
  courses: ['title', 'courseCode', 'orgSourcedId'],
  classes: [
    'title',
    'courseSourcedId',
    'classCode',
    'location',
    'schoolSourcedId',
    'termSourcedIds',
  ],
  users: [
    'enabledUser',
    'orgSourcedIds',
    'primaryOrgSourcedId',
    'role',
    'username',
    'givenName',
    'familyName',
    'identifier',
    'email',
    'sms',
    'phone',
    'agentSourcedIds',
  ],
  roles: ['userSourcedId', 'roleType', 'role', 'orgSourcedId'],
  userProfiles: [],
  enrollments: [
    'classSourcedId',
    'schoolSourcedId',
    'userSourcedId',
    'role',
    'primary',
    'beginDate',
    'endDate',
  ],
  demographics: ['birthDate', 'sex'],
};

/** What is sent to the database at once: rows, and characters of their cells. */
const atOnce = { rows: 2000, length: 1024 * 1024 };

/**
 * Reads the files into a table of the transaction, row by row, so that the memory does not grow with
 * them: the file, the line, the sourcedId, whether the row is marked as gone, and the columns used.
 * @returns false when a file cannot be read at all.
 */
export async function stageFiles(
  roster: Roster,
  files: ReadonlyMap<StagedFile, SourceFile>,
): Promise<boolean> {
  await sql`
    create temporary table roster (
      file text not null, line integer not null, id text not null, gone boolean not null, v jsonb not null
    ) on commit drop`.execute(roster.trx);
  // No statement chooses its plan by the values; looking at them takes most of an analyze.
  await sql`alter table roster alter v set statistics 0`.execute(roster.trx);
  await sql`
    create temporary table roster_left (file text not null, id text not null, line integer not null)
    on commit drop`.execute(roster.trx);
  let isWhole = true;
  for (const name of [...rosterFiles, 'times'] as const) {
    const file = files.get(name);
    if (file && !(await stageFile(roster, name, file))) isWhole = false;
  }
  if (!isWhole) return false;
  await sql`create index on roster (file, id)`.execute(roster.trx);
  await sql`create index on roster_left (file, id)`.execute(roster.trx);
  for (const table of ['roster', 'roster_left'])
    await sql`analyze ${sql.table(table)}`.execute(roster.trx);
  await removeDuplicates(roster);
  await dropUnknownParents(roster);
  await removeDangling(roster);
  await sql`drop table roster_left`.execute(roster.trx);
  return true;
}

async function stageFile(roster: Roster, name: StagedFile, file: SourceFile): Promise<boolean> {
  const { problems, trx } = roster;
  const rules: Record<string, ColumnRule> =
    name === 'times' ? timesColumns : (rosterFormat[roster.version][name] ?? {});
  const stored = name === 'times' ? Object.keys(timesColumns) : used[name];
  const isSmall = name === 'orgs' || name === 'academicSessions';
  const maxRows = name === 'times' ? limits.times : isSmall ? limits.smallRows : limits.rows;
  const label = `${name}.csv`;
  const report = (line: number, column: string, reason: string) =>
    problems.add({ file: label, line, column, reason, level: roster.badRow });
  const readers = cellReaders(rules);
  let batch: object[] = [];
  let left: { line: number; id: string }[] = [];
  let length = 0;
  let done = 0;
  const writer = createWriter(trx, name);
  const flush = async () => {
    await writer.write(batch, left);
    done += batch.length;
    [batch, left, length] = [[], [], 0];
    roster.phase(`Reading ${label}`, done, 0);
  };
  try {
    const rows = readRows(file, {
      maxRows,
      onHeader: (columns) => checkHeader(roster, label, rules, columns),
      onBad: report,
    });
    for await (const { line, values } of rows) {
      for (const [column, read] of readers)
        if (values[column]) values[column] = read(values[column]);
      const wrong = Object.entries(rules).flatMap(([column, rule]) => {
        // A long text in a column that is not read costs nothing.
        if (rule.type === 'text' && !rule.required && !stored.includes(column)) return [];
        const error = cellError(values[column] ?? '', rule, roster.version);
        return error === null ? [] : [[column, error] as const];
      });
      for (const [column, error] of wrong) report(line, column, error);
      if (wrong.length) {
        const { sourcedId: id = '' } = values;
        // A longer one breaks the format, and is stored nowhere.
        if (id !== '' && id.length <= idLength) left.push({ line, id });
        countLeftOut(roster, name, values.role);
        if (left.length === atOnce.rows) await flush();
        continue;
      }
      const v = Object.fromEntries(
        stored.flatMap((column) => (values[column] ? [[column, values[column]]] : [])),
      );
      const id = name === 'times' ? String(line) : (values.sourcedId ?? '');
      batch.push({ line, id, gone: values.status === 'tobedeleted', v });
      for (const value of Object.values(v)) length += value.length;
      if (batch.length === atOnce.rows || length > atOnce.length) await flush();
    }
    await flush();
    await writer.end();
    return true;
  } catch (error) {
    if (error instanceof FileError) problems.error(label, error.line, error.column, error.message);
    else if (error instanceof SourceError) problems.error(error.file, 1, '-', error.message);
    else throw error;
    return false;
  }
}

/** Writes rows of a file while the next ones are read, in their order. */
function createWriter(trx: Database, name: StagedFile) {
  let writing: Promise<unknown> = Promise.resolve();
  const end = async () => void (await writing);
  return {
    /** Waits for the rows before, so that at most one batch waits beside the one that is read. */
    async write(batch: object[], left: { line: number; id: string }[]) {
      await end();
      writing = leaveOut(trx, name, left).then(() => stored(trx, name, batch));
      // Its error is thrown by the next call.
      writing.catch(() => {});
    },
    end,
  };
}

async function stored(trx: Database, name: StagedFile, batch: object[]): Promise<void> {
  if (batch.length === 0) return;
  await sql`
    insert into roster (file, line, id, gone, v)
    select ${name}, line, id, gone, v
    from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
      as given(line integer, id text, gone boolean, v jsonb)`.execute(trx);
}

/** @throws FileError for a file without the columns that have to be there. */
function checkHeader(
  { problems }: Roster,
  label: string,
  rules: Record<string, ColumnRule>,
  columns: string[],
): void {
  const present = new Set(columns);
  const missing = Object.entries(rules).flatMap(([column, { required }]) =>
    required && !present.has(column) ? [column] : [],
  );
  if (missing.length) throw new FileError(1, missing.join(', '), 'the column is missing');
  const unknown = columns.filter((column) => !(column in rules));
  const shown = unknown.slice(0, 20).map((column) => column || '(without a name)');
  if (unknown.length)
    problems.note(label, 'has no place here and is not imported', shown.join(', '));
}

/** Of rows with one sourcedId the first stays. */
async function removeDuplicates({ trx, problems }: Roster): Promise<void> {
  const { rows } = await sql<Deleted & { file: string; id: string; first: number }>`
    with deleted as (
      delete from roster r using (
        select file, id, min(line) as first from roster where file <> 'times'
        group by file, id having count(*) > 1
      ) t
      where r.file = t.file and r.id = t.id and r.line > t.first
      returning r.file, r.line, r.id, t.first
    ) ${firstDeleted}`.execute(trx);
  for (const { file, line, id, first } of rows)
    problems.error(`${file}.csv`, line, 'sourcedId', `${id} is already in line ${first}`);
  problems.more('error', furtherOf(rows));
}

/** A deleted row, with the number of all that were: millions may be, and the first are named. */
interface Deleted {
  line: number;
  total: number;
}
const firstDeleted = sql`
  select *, (count(*) over ())::int as total from deleted order by line
  limit ${maxNamed.importProblems}`;
const furtherOf = (rows: Deleted[]) => (rows[0]?.total ?? 0) - rows.length;

/**
 * The parents of orgs and sessions that no file has are left out, and not the rows that name them: nothing
 * needs them.
 */
async function dropUnknownParents({ trx, problems }: Roster): Promise<void> {
  const { rows } = await sql<Named>`
    with changed as (
      update roster r set v = r.v - 'parentSourcedId'
      from roster o
      where o.ctid = r.ctid and r.file in ('orgs', 'academicSessions') and r.v ? 'parentSourcedId'
        and not exists (
          select from roster t where t.file = r.file and t.id = r.v ->> 'parentSourcedId')
      returning r.file, r.line, left(o.v ->> 'parentSourcedId', 300) as value
    )
    select * from changed order by file, line`.execute(trx);
  for (const { file, line, value } of rows)
    problems.note(`${file}.csv`, `${file}.csv has no row ${value}`, 'parentSourcedId', line);
}

interface Named {
  file: string;
  line: number;
  value: string;
}

/** Rows that name a row which no file has; a file that is absent is not looked into. */
async function removeDangling(roster: Roster): Promise<void> {
  const { trx, problems, files, version } = roster;
  for (const file of rosterFiles.filter((name) => files.has(name))) {
    const rules = Object.entries(rosterFormat[version][file] ?? {});
    for (const [column, { of, type }] of rules) {
      const isId = column === 'sourcedId';
      // A missing agent costs no user their row: `importRosterGuardians` names it.
      const isUsed = isId || (used[file].includes(column) && column !== 'agentSourcedIds');
      if (!of || !files.has(of) || !isUsed) continue;
      const value = isId ? sql`r.id` : sql`r.v ->> ${column}`;
      const missing =
        type === 'ids'
          ? sql`exists (select from unnest(string_to_array(${value}, ',')) named(id)
              where trim(named.id) <> '' and not exists (
                select from roster t where t.file = ${of} and t.id = trim(named.id)))`
          : sql`not exists (select from roster t where t.file = ${of} and t.id = ${value})`;
      const { rows } = await sql<Left>`
        with deleted as (
          delete from roster r where r.file = ${file} and ${value} is not null and ${missing}
          returning r.line, r.id, r.v ->> 'role' as role, left(${value}, 300) as value, (
            select min(l.line) from roster_left l where l.file = ${of} and l.id = ${value}
          ) as left_line
        ), left_out as (
          insert into roster_left (file, id, line) select ${file}, id, line from deleted
        ) ${firstLeft}`.execute(trx);
      nameFollowing(roster, { file, column, of }, rows);
      for (const [role, of_role] of new Map(rows.map((row) => [row.role, row.of_role])))
        countLeftOut(roster, file, role ?? '', of_role);
      const faults = rows.filter(({ left_line }) => left_line === null);
      // Facts about somebody who is not in the file are no fault of the rest.
      const level = file === 'demographics' ? 'skipped' : roster.badRow;
      for (const { line, value: named } of faults)
        problems.add({
          file: `${file}.csv`,
          line,
          column,
          reason: `${of}.csv has no row ${named}`,
          level,
        });
      problems.more(level, (rows[0]?.faults ?? 0) - faults.length);
    }
  }
}
