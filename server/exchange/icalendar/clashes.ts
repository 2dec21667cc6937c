import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { judgePlaces, type Judging } from '../csv/clashes.ts';
import { nameOfClass, type Places } from '../csv/places.ts';
import type { BadRow, RowClash } from '../csv/report.ts';
import type { Problems } from '../runs/problems.ts';
import type { CalendarQuestions } from './questions.ts';

interface JudgeOptions extends Judging {
  file: string;
  today: string;
  questions: CalendarQuestions;
  problems: Problems;
}

/**
 * Judges the classes from today on, as the import of CSV files does (R-CLASH-6). Where the institute
 * refuses clashes, one question confirms them all.
 * @param lines of the file, by class.
 */
export async function judgeCalendar(
  trx: Database,
  lines: ReadonlyMap<number, number>,
  { file, mode, by, today, questions, problems }: JudgeOptions,
): Promise<void> {
  const names = await namesOf(trx);
  const judge = async (isMeant: boolean) => {
    const report: { bad: BadRow[]; clashes: RowClash[] } = { bad: [], clashes: [] };
    const ofClass = (id: number) => ({ file, line: lines.get(id) ?? 1 });
    const places: Places = {
      named: new Set(lines.keys()),
      ofClass,
      ofEnrolment: () => null,
      nameOf: (id) => (lines.has(id) ? `line ${lines.get(id)}` : (names.get(id) ?? `class ${id}`)),
      confirm: () => isMeant,
    };
    await judgePlaces(trx, places, report, today, { mode, by });
    return report;
  };
  const found = await judge(false);
  const answer =
    found.bad.length > 0
      ? questions.ask({
          name: 'confirm_clashes',
          label: 'Classes that clash',
          help: `${found.bad.length} clashes: the institute confirms each before it is written.`,
          choices: [{ value: 'yes', label: 'They are meant so' }],
          found: null,
          isOfFile: true,
        })
      : null;
  const { bad, clashes } = answer === 'yes' ? await judge(true) : found;
  for (const { reason, ...one } of bad)
    problems.add({ ...one, reason: reason.replace(': yes if it is meant so', ''), level: 'error' });
  for (const { file: of, line, column, reason } of clashes)
    problems.add({ file: of, line, column, reason, level: 'note' });
}

async function namesOf(trx: Database): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select c.id, ${nameOfClass} as name
    from class_schedule c join subject s on s.id = c.subject_id`.execute(trx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
