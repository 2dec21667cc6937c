import type {
  ImportKind,
  ImportProblemLevel,
  ImportRun,
  ImportRunState,
} from '#contract/import-run.ts';
import { recordName } from '#contract/bulk-operation-terms.ts';
import { countOf } from '#web/ui/format.ts';

export const runsKey = ['import-runs'] as const;
export const runKey = (id: string) => [...runsKey, id] as const;

export const kindTitles: Record<ImportKind, string> = {
  oneroster: 'OneRoster',
  calendar: 'Timetable from a calendar',
};
export const kindHelp: Record<ImportKind, string> = {
  oneroster:
    'people, subjects, classes and enrolments: a ZIP file of OneRoster 1.1 or 1.2 with CSV files (bulk), at most 200 MB.',
  calendar: 'an iCalendar file with the classes of one semester, at most 10 MB and 5,000 events.',
};

export const stateTitles: Record<ImportRunState, string> = {
  waiting: 'Waits for its turn',
  checking: 'Being checked',
  checked: 'Checked, not imported',
  writing: 'Being imported',
  written: 'Imported',
  failed: 'Failed',
};

const undoneTitles = { undone: 'Undone', partly: 'Partly undone' } as const;

/** "Imported", or what became of it in *Change history*. */
export const outcomeOf = ({ state, undone }: Pick<ImportRun, 'state' | 'undone'>): string =>
  undone === null ? stateTitles[state] : undoneTitles[undone];

export const levelTitles: Record<ImportProblemLevel, string> = {
  error: 'Errors: nothing is imported until they are fixed',
  skipped: 'Left out',
  note: 'Notes',
};

export const isUnderWay = (state: ImportRunState): boolean =>
  state === 'waiting' || state === 'checking' || state === 'writing';

/** How the changes of an import are put: they were made, would be or will be. */
type Tense = 'done' | 'would' | 'will';

/** "2 classes added, 17 classes on dates changed": what an import of this report wrote or writes. */
export function changesText(report: NonNullable<ImportRun['report']>, tense: Tense): string {
  const be = tense === 'done' ? '' : `${tense} be `;
  const parts = report.counts.flatMap(({ table, created, updated, archived }) =>
    (
      [
        ['added', created],
        ['changed', updated],
        [table === 'class_meeting' ? 'cancelled' : 'archived', archived],
      ] as const
    ).flatMap(([verb, count]) =>
      count ? [`${countOf(count)} ${recordName(table, count)} ${be}${verb}`] : [],
    ),
  );
  const nothing = {
    done: 'nothing changed',
    would: 'nothing would change',
    will: 'Nothing changes',
  };
  return parts.join(', ') || nothing[tense];
}

export const changesNothing = ({ counts }: NonNullable<ImportRun['report']>): boolean =>
  counts.every(({ created, updated, archived }) => created + updated + archived === 0);
