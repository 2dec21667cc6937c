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

export const levelTitles: Record<ImportProblemLevel, string> = {
  error: 'Errors: nothing is imported until they are fixed',
  skipped: 'Left out',
  note: 'Notes',
};

export const isUnderWay = (state: ImportRunState): boolean =>
  state === 'waiting' || state === 'checking' || state === 'writing';

/** "2 classes added, 17 classes on dates changed"; what an import of this report writes. */
export function changesText({ counts }: NonNullable<ImportRun['report']>): string {
  const parts = counts.flatMap(({ table, created, updated, archived }) =>
    (
      [
        ['added', created],
        ['changed', updated],
        [table === 'class_meeting' ? 'cancelled' : 'archived', archived],
      ] as const
    ).flatMap(([verb, count]) =>
      count ? [`${countOf(count)} ${recordName(table, count)} ${verb}`] : [],
    ),
  );
  return parts.join(', ') || 'nothing changes';
}
