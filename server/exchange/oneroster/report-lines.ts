import { recordName } from '#contract/bulk-operation-terms.ts';
import type { ImportQuestion, ImportRunReport } from '#contract/exchange/import-run.ts';
import { shown } from '../runs/problems.ts';

const marks = { error: 'error', skipped: 'left out', note: 'note' } as const;

/** The report of an import as lines for a terminal; texts of files cannot steer it. */
export function rosterReportLines(report: ImportRunReport): string[] {
  const { counts, questions, problems, totals, written } = report;
  const numbers = counts.map(({ table, ...of }) => {
    const parts = Object.entries(of).flatMap(([what, count]) =>
      count ? [`${count} ${what}`] : [],
    );
    return `${recordName(table, 2)}: ${parts.join(', ') || 'none'}`;
  });
  const named = problems.map(
    ({ file, line, column, reason, level }) =>
      `${marks[level]}: ${file}${line === null ? '' : `:${line}`} ${column}: ${reason}`,
  );
  const all = totals.error + totals.skipped + totals.note;
  const open = questions.filter(({ answer }) => answer === null).length;
  const end = written
    ? 'Everything was written.'
    : totals.error
      ? `${totals.error} errors: nothing was written.`
      : open > 0
        ? `${open === 1 ? 'One question is' : `${open} questions are`} open: nothing was written.`
        : 'Dry run: nothing was written.';
  return [
    ...numbers,
    ...named,
    ...(all > problems.length ? [`… and ${all - problems.length} more`] : []),
    ...questions.flatMap(questionLines),
    end,
  ].map((line) => shown(line, 10_000));
}

function questionLines({ name, label, help, answer, choices }: ImportQuestion): string[] {
  const options = choices.map(({ value }) => value).join(', ');
  return [
    `question ${name}: ${label} ${answer === null ? '(not answered)' : `(${answer})`}`,
    `  ${help}${options ? ` One of: ${options}.` : ''}`,
  ];
}
