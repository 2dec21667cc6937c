import type { ImportRun } from '#contract/exchange/import-run.ts';
import { blockersOf, changesText, outcomeOf, stateTitles } from './text.ts';

type Answers = Record<string, string>;

/** The answers that were given, and those that were found. */
export const answersOf = ({ answers, report }: Pick<ImportRun, 'answers' | 'report'>): Answers => ({
  ...answers,
  ...Object.fromEntries(
    (report?.questions ?? []).flatMap(({ name, answer }) =>
      answer === null ? [] : [[name, answer]],
    ),
  ),
});

/** The questions to which somebody has changed the answer since the check. */
const changedOf = (run: ImportRun, answers: Answers) => {
  const checked = answersOf(run);
  const { questions = [] } = run.report ?? {};
  return questions.filter(({ name }) => (answers[name] ?? '') !== (checked[name] ?? ''));
};
export const isChanged = (run: ImportRun, answers: Answers): boolean =>
  changedOf(run, answers).length > 0;

/** What an import is, would do, or what stops it: everything that does is counted. */
export function headingOf(run: ImportRun, answers: Answers): string {
  const { state, report } = run;
  if (state === 'failed' || !report) return stateTitles[state];
  if (run.unusable) return 'This file cannot be used';
  if (state === 'written')
    return run.is_unchanged ? outcomeOf(run) : `${outcomeOf(run)}: ${changesText(report, 'done')}`;
  const changed = new Set(changedOf(run, answers));
  const unanswered = report.questions.filter(({ answer }) => answer === null);
  const open = unanswered.filter(({ name, error }) => !error && !answers[name]?.trim());
  const wrong = unanswered.filter((one) => one.error && !changed.has(one));
  const { total } = blockersOf(report);
  const stops = [
    counted(total, ['One error stops', 'errors stop'], 'this import'),
    counted(open.length, ['One question is', 'questions are'], 'open'),
    counted(wrong.length, ['One answer is', 'answers are'], 'not accepted'),
  ].filter(Boolean);
  if (open.length + wrong.length === 0 && changed.size > 0)
    stops.push(
      unanswered.length > 0
        ? 'All questions have answers: check again'
        : 'You changed answers: check again',
    );
  return stops.join('. ') || `This import ${changesText(report, 'would')}`;
}

const counted = (count: number, [one, more]: [string, string], end: string): string =>
  count === 0 ? '' : `${count === 1 ? one : `${count} ${more}`} ${end}`;
