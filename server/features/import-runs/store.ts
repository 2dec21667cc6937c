import { sql, type RawBuilder } from 'kysely';
import type {
  ImportKind,
  ImportProblem,
  ImportRun,
  ImportRunReport,
  ImportRunState,
  ImportRunSummary,
} from '#contract/import-run.ts';
import { limits } from '#contract/limits.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { notFound } from '#server/platform/http/api-error.ts';

type Step = 'check' | 'write';
/** States in which a job works on a run, or waits for it. */
export const statesUnderWay: readonly ImportRunState[] = ['waiting', 'checking', 'writing'];

const summary = sql`r.id, r.kind, r.file_name, r.bytes, r.started_at, r.state,
  jsonb_build_object('name', u.name) as started_by`;
const visible = sql`import_run r join app_user u on u.id = r.started_by
  where r.state <> 'receiving'`;

/** The latest first. */
export async function listRuns(database: Database): Promise<ImportRunSummary[]> {
  const { rows } = await sql<ImportRunSummary>`
    select ${summary} from ${visible} order by r.id desc limit ${limits.panelRows}`.execute(
    database,
  );
  return rows;
}

/** @throws ApiError 404. */
export async function readRun(database: Database, id: number): Promise<ImportRun> {
  const { rows } = await sql<ImportRun>`
    select ${summary}, r.sha256, r.phase, r.done, r.total, r.error, r.answers, r.report
    from ${visible} and r.id = ${id}`.execute(database);
  if (!rows[0]) throw notFound('This import');
  return rows[0];
}

/** All problems, errors first. @throws ApiError 404. */
export async function problemsOf(database: Database, id: number): Promise<ImportProblem[]> {
  const { rows } = await sql<{ problems: ImportProblem[] | null }>`
    select r.problems from ${visible} and r.id = ${id}`.execute(database);
  if (!rows[0]) throw notFound('This import');
  return rows[0].problems ?? [];
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
  ordered_by: { id: number; email: string; roles: string[] };
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
    returning r.id, r.kind, r.file_name, r.sha256, r.step, r.attempt, r.answers,
      jsonb_build_object('id', u.id, 'email', u.email, 'roles', u.roles) as ordered_by`.execute(
    database,
  );
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
  { problems, ...report }: ImportRunReport,
): Promise<void> {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  const { numAffectedRows } = await sql`
    update import_run set state = ${report.written ? 'written' : 'checked'}, phase = null,
      error = null, report = ${json({ ...report, problems: problems.slice(0, limits.uploadFaults) })},
      problems = ${json(problems.slice(0, limits.importProblems))}
    where ${held(run)}`.execute(trx);
  if (Number(numAffectedRows ?? 0) === 0)
    throw new Error('The import was taken over or discarded.');
  if (report.written)
    await sql`delete from import_run_part where import_run_id = ${run.id}`.execute(trx);
}
