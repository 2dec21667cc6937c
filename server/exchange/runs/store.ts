import { sql, type RawBuilder } from 'kysely';
import type {
  ImportKind,
  ImportProblem,
  ImportRun,
  ImportRunState,
  ImportRunSummary,
} from '#contract/exchange/import-run.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError, notFound } from '#server/platform/http/api-error.ts';
import { saveChanges } from './changes.ts';
import type { ImportFound } from './import-work.ts';

type Step = 'check' | 'write';
/** Its jobs have the ids of runs. */
export const importQueueName = 'import';
/** States in which a job works on a run, or waits for it. */
export const statesUnderWay: readonly ImportRunState[] = ['waiting', 'checking', 'writing'];

/** As *Change history* says it: by the rows of the operation that was written. */
const undone = sql`
  case when r.state = 'written' then (
    select case when bool_and(o.undone_by is not null) then 'undone'
      when bool_or(o.undone_by is not null) then 'partly' end
    from bulk_operation_row o where o.operation_id = (r.report ->> 'operation')::bigint) end`;
const summary = sql`r.id, r.kind, r.file_name, r.bytes, r.started_at, r.state, ${undone} as undone,
  r.state = 'checked' and coalesce((r.report ->> 'unusable')::boolean, false) as unusable,
  r.state = 'written' and r.report ->> 'operation' is null as is_unchanged,
  jsonb_build_object('name', u.name) as started_by`;
const visible = sql`import_run r join app_user u on u.id = r.started_by
  where r.state <> 'receiving'`;

/** How many runs of one user are stored with their files. */
const maxStored = 10;
const maxListed = 500;
const problemsAtOnce = 2000;

/** The latest first: those that are not written yet, whose files are stored, and the last others. */
export async function listRuns(database: Database): Promise<ImportRunSummary[]> {
  const { rows } = await sql<ImportRunSummary>`
    select ${summary} from ${visible}
      and (r.state <> 'written' or r.id in (
        select id from import_run where state = 'written' order by id desc
        limit ${limits.panelRows}))
    order by r.id desc limit ${maxListed}`.execute(database);
  return rows;
}

/** @throws ApiError 409 when the user has as many stored runs as are allowed. */
export async function assertFewStored(trx: Database, user: number): Promise<void> {
  const rows = await trx
    .selectFrom('import_run')
    .select('id')
    .where('started_by', '=', user)
    .where('state', '<>', 'receiving')
    .where('state', '<>', 'written')
    .limit(maxStored)
    .execute();
  if (rows.length >= maxStored)
    throw new ApiError(409, {
      detail: `You have ${maxStored} imports that are not written: discard one of them first.`,
    });
}

/**
 * Whether a job works on a run or will: without one, a run that is checked or written stays so for
 * ever (its process died, and the one that tried again).
 */
export async function hasJob(trx: Database, id: number): Promise<boolean> {
  // The queue's tables exist after its first start.
  const { rows } = await sql<{
    jobs: string | null;
  }>`select to_regclass('jobs.job')::text as jobs`.execute(trx);
  if (!rows[0]?.jobs) return false;
  const found = await sql`
    select from jobs.job where name = ${importQueueName} and data ->> 'id' = ${String(id)}
      and state in ('created', 'retry', 'active') limit 1`.execute(trx);
  return found.rows.length > 0;
}

/** Locks a run, if there is one. */
export async function lockRun(trx: Database, id: number): Promise<void> {
  await trx.selectFrom('import_run').select('id').where('id', '=', id).forUpdate().execute();
}

/** A run; without its report while a job works on it: the page reads it each second. @throws ApiError 404. */
export async function readRun(database: Database, id: number): Promise<ImportRun> {
  const { rows } = await sql<ImportRun>`
    select ${summary}, r.sha256, r.phase, r.done, r.total, r.error, r.answers,
      case when r.state in ('waiting', 'checking', 'writing') then null else r.report end as report
    from ${visible} and r.id = ${id}`.execute(database);
  if (!rows[0]) throw notFound('This import');
  return rows[0];
}

/** All problems, errors first, so many at a time. */
export async function* problemsOf(database: Database, id: number): AsyncGenerator<ImportProblem> {
  for (let at = 0; ; at += problemsAtOnce) {
    const { rows } = await sql<{ problem: ImportProblem }>`
      select p.value as problem from import_run r
      cross join lateral jsonb_array_elements(r.problems) with ordinality p(value, number)
      where r.id = ${id} and p.number > ${at} and p.number <= ${at + problemsAtOnce}
      order by p.number`.execute(database);
    for (const { problem } of rows) yield problem;
    if (rows.length < problemsAtOnce) return;
  }
}

/** What the job of a run works on. */
export interface ClaimedRun {
  id: number;
  kind: ImportKind;
  file_name: string;
  sha256: string;
  step: Step;
  attempt: number;
  answers: Record<string, string>;
  ordered_by: { id: number; email: string };
  /** The fingerprint of its check. */
  fingerprint: string | null;
}

/**
 * Takes a run for one attempt; null when there is nothing to do. What an earlier attempt finds
 * afterwards is no longer stored.
 */
export async function claimRun(database: Database, id: number): Promise<ClaimedRun | null> {
  const { rows } = await sql<ClaimedRun>`
    update import_run r set attempt = r.attempt + 1, phase = null, done = 0, total = null,
      state = case r.step when 'check' then 'checking' else 'writing' end
    from app_user u
    where r.id = ${id} and u.id = coalesce(r.ordered_by, r.started_by)
      and r.state in ('waiting', 'checking', 'writing')
    returning r.report ->> 'fingerprint' as fingerprint, r.id, r.kind, r.file_name, r.sha256, r.step, r.attempt, r.answers,
      jsonb_build_object('id', u.id, 'email', u.email) as ordered_by`.execute(database);
  return rows[0] ?? null;
}

type Attempt = Pick<ClaimedRun, 'id' | 'attempt'>;

/** The row while this attempt works on it. */
const held = ({ id, attempt }: Attempt): RawBuilder<boolean> =>
  sql`id = ${id} and attempt = ${attempt} and state in ('checking', 'writing')`;

export async function saveProgress(
  database: Database,
  run: Attempt,
  { phase, done, total }: { phase: string; done: number; total: number | null },
): Promise<void> {
  await sql`
    update import_run set phase = ${phase}, done = ${done}, total = ${total}
    where ${held(run)}`.execute(database);
}

export async function failRun(database: Database, run: Attempt, error: string): Promise<void> {
  await sql`
    update import_run set state = 'failed', error = ${error}, phase = null
    where ${held(run)}`.execute(database);
}

/**
 * Stores what an attempt found or wrote, in its transaction.
 * @throws Error when another attempt has taken over, or the run was erased: nothing is written then.
 */
export async function saveReport(
  trx: Database,
  run: Attempt,
  { problems, listed = [], ...report }: ImportFound,
): Promise<void> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  const { numAffectedRows } = await sql`
    update import_run set state = ${report.written ? 'written' : 'checked'}, phase = null,
      error = null, report = ${json({ ...report, problems: problems.slice(0, limits.uploadFaults) })},
      problems = ${json(problems.slice(0, limits.importProblems))}
    where ${held(run)}`.execute(trx);
  if (Number(numAffectedRows ?? 0) === 0)
    throw new Error('The import was taken over or discarded.');
  await saveChanges(trx, run.id, listed);
  if (report.written)
    await trx.deleteFrom('import_run_part').where('import_run_id', '=', run.id).execute();
}
