import { sql } from 'kysely';
import type { ImportProblem } from '#contract/import-run.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { lockEverything } from '../clashes/lock.ts';
import { judgeRows, type Judging } from '../import/clashes.ts';
import type { ReadFile } from '../import/read.ts';
import type { ImportReport } from '../import/report.ts';
import type { Known } from './known.ts';
import type { Questions } from './questions.ts';

/** Changes of meetings and enrolments wait for the import (R-CLASH-5). */
export const lockForCalendar = (trx: Database): Promise<void> => lockEverything(trx);

interface JudgeOptions extends Judging {
  file: string;
  known: Known;
  semester: Known['semesters'][number];
  today: string;
  questions: Questions;
  problems: ImportProblem[];
}

/**
 * Judges the classes from today on, as the import of CSV files does (R-CLASH-6). Where the institute
 * refuses clashes, one question confirms them all.
 */
export async function judgeCalendar(
  trx: Database,
  written: { line: number; ref: string }[],
  { file, mode, by, today, questions, problems }: JudgeOptions,
): Promise<void> {
  const { rows } = await sql<{ ref: string; row: ReadFile<'timetable'>['rows'][number]['row'] }>`
    select c.ref, jsonb_build_object('ref', c.ref) as row from class_schedule c
    where c.ref = any(${written.map(({ ref }) => ref)}::text[])`.execute(trx);
  const lines = new Map(written.map(({ ref, line }) => [ref, line]));
  const judge = async (confirm: boolean) => {
    const report: ImportReport = {
      files: [],
      bad: [],
      skipped: [],
      clashes: [],
      operation: null,
      written: false,
    };
    const timetable: ReadFile<'timetable'> = {
      name: 'timetable',
      file,
      bad: [],
      columns: [],
      rows: rows.map(({ ref, row }) => ({
        line: lines.get(ref) ?? 1,
        row: { ...row, ref, confirm_clashes: confirm },
      })),
    };
    await judgeRows(trx, [timetable], report, today, { mode, by });
    return report;
  };
  const found = await judge(false);
  const isRefused = found.bad.length > 0;
  const answer = isRefused
    ? questions.ask({
        name: 'confirm_clashes',
        label: 'Classes that clash',
        help: `${found.bad.length} clashes: the institute confirms each before it is written.`,
        choices: [{ value: 'yes', label: 'They are meant so' }],
      })
    : null;
  const { bad, clashes } = answer === 'yes' ? await judge(true) : found;
  for (const one of bad)
    problems.push({
      ...one,
      reason: one.reason.replace(': yes if it is meant so', ''),
      level: 'error',
    });
  for (const { file: of, line, column, reason } of clashes)
    problems.push({ file: of, line, column, reason, level: 'note' });
}
