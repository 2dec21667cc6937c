import type {
  ImportKind,
  ImportProblem,
  ImportProblemLevel,
  ImportRun,
  ImportRunState,
} from '#contract/exchange/import-run.ts';
import { studentFile } from '#contract/student-file.ts';
import { recordName } from '#contract/bulk-operation-terms.ts';
import { countOf } from '#web/ui/format.ts';

export const runsKey = ['import-runs'] as const;
export const runKey = (id: string) => [...runsKey, id] as const;

export const kindTitles: Record<ImportKind, string> = {
  oneroster: 'OneRoster',
  calendar: 'Timetable',
  students: 'Students',
  photos: 'Photos',
};
export const kindHelp: Record<ImportKind, string> = {
  oneroster:
    'People, subjects, classes and enrolments: a ZIP file of OneRoster 1.1 or 1.2 with CSV files (bulk), at most 200 MB.',
  calendar:
    'The classes of one semester, at most 10 MB: an iCalendar file (at most 5,000 events), an XML file of aSc Timetables (“aSc Timetables 2012 XML”), or GPU001.TXT of Untis, alone or in a ZIP file with GPU002 to GPU006, which have weeks and full names.',
  students:
    'A CSV file or an Excel workbook with one student a line, at most 50 MB and 100,000 rows.',
  photos:
    'A ZIP file with a photo of each student (JPEG, PNG or WebP), named by the student ID, such as S12.jpg; at most 200 MB.',
};

/** The names on screen of the columns of a file of students; other files keep their own. */
export const columnTitlesOf = (kind: ImportKind): ((column: string) => string) | undefined =>
  kind === 'students'
    ? (column) => studentFile.find(({ name }) => name === column)?.label ?? column
    : undefined;

export const stateTitles: Record<ImportRunState, string> = {
  waiting: 'Waits for its turn',
  checking: 'Being checked',
  checked: 'Checked, not imported',
  writing: 'Being imported',
  written: 'Imported',
  failed: 'Failed',
};

const undoneTitles = { undone: 'Undone', partly: 'Partly undone' } as const;

/** "Imported", "Cannot be used", "Nothing to change", or what became of it in *Change history*. */
export function outcomeOf(
  run: Pick<ImportRun, 'state' | 'undone' | 'unusable' | 'is_unchanged'>,
): string {
  if (run.unusable) return 'Cannot be used';
  if (run.is_unchanged) return 'Nothing to change';
  return run.undone === null ? stateTitles[run.state] : undoneTitles[run.undone];
}

export const levelTitles: Record<ImportProblemLevel, string> = {
  error: 'Errors',
  skipped: 'Left out',
  note: 'Notes',
};

/** Whether a problem is in no file: its reason says all of it. */
export const isPlaceless = ({ file }: ImportProblem): boolean => file === '-';

/** What stops the import but for wrong answers, which stand at their questions. */
export function blockersOf({ problems, questions, totals }: NonNullable<ImportRun['report']>) {
  const wrong = new Set(
    questions.flatMap(({ name, error }) => (error === undefined ? [] : [name])),
  );
  const errors = problems.filter(({ level }) => level === 'error');
  const blocking = errors.filter((one) => !isPlaceless(one) || !wrong.has(one.column));
  return { problems: blocking, total: totals.error - (errors.length - blocking.length) };
}

export const isUnderWay = (state: ImportRunState): boolean =>
  state === 'waiting' || state === 'checking' || state === 'writing';

/** What an import does to rows, by the tense: it did it, would do it, or does it when confirmed. */
const verbs = {
  done: { created: 'added', updated: 'changed', archived: 'archived or cancelled' },
  would: { created: 'would add', updated: 'would change', archived: 'would archive or cancel' },
  does: { created: 'adds', updated: 'changes', archived: 'archives or cancels' },
};
const acts = ['created', 'updated', 'archived'] as const;

/** "adds 2 classes, 6 classrooms; changes 17 classes on dates": what an import of this report writes. */
export function changesText(
  { counts }: NonNullable<ImportRun['report']>,
  tense: keyof typeof verbs,
): string {
  const parts = acts.flatMap((act) => {
    const bringsDates =
      act === 'created' &&
      counts.some(({ table, created }) => table === 'class_schedule' && created > 0);
    const dates = counts.find(({ table }) => table === 'class_meeting')?.created ?? 0;
    const rows = counts
      .filter((one) => one[act] > 0 && !(bringsDates && one.table === 'class_meeting'))
      .map((one) => {
        const text = `${countOf(one[act])} ${recordName(one.table, one[act])}`;
        return bringsDates && one.table === 'class_schedule'
          ? `${text} with ${countOf(dates)} ${dates === 1 ? 'date' : 'dates'}`
          : text;
      });
    return rows.length > 0 ? [`${verbs[tense][act]} ${rows.join(', ')}`] : [];
  });
  return parts.join('; ') || `${verbs[tense].updated} nothing`;
}

export const changesNothing = ({ counts }: NonNullable<ImportRun['report']>): boolean =>
  counts.every(({ created, updated, archived }) => created + updated + archived === 0);
