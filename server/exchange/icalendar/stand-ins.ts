import type { Changes, DesiredClass } from './desired.ts';
import type { Notice } from './calendar-event.ts';

const shown = 5;

/** The first dates, and how many more there are. */
export function datesText(some: readonly { date: string }[]): string {
  const first = some.slice(0, shown).map(({ date }) => date);
  const more = some.length > shown ? ` and ${some.length - shown} more` : '';
  return `${first.join(', ')}${more}`;
}

/** Names who stands in on which dates from now on, and who no longer does (R-IMPORT-9). */
export function noteStandIns(
  { line, wanted }: DesiredClass,
  { save, remove, add }: Changes,
  names: ReadonlyMap<number, string>,
  notice: Notice,
): void {
  const began: StandIn[] = [];
  const ended: StandIn[] = [];
  const compare = (was: number | null, is: number | null, date: string) => {
    if (was === is) return;
    if (is !== null) began.push({ teacher: is, date, line: wanted.get(date)?.line ?? line });
    if (was !== null) ended.push({ teacher: was, date, line });
  };
  for (const { before, after } of save)
    compare(before.covering_teacher_id, after.covering_teacher_id, after.date);
  for (const { covering_teacher_id, date } of remove) compare(covering_teacher_id, null, date);
  for (const { covering_teacher_id, date } of add) compare(null, covering_teacher_id, date);
  const note = (all: StandIn[], column: string, text: string) => {
    for (const [of, some] of Map.groupBy(all, (one) => one.line)) {
      const texts = [...Map.groupBy(some, ({ teacher }) => teacher)].map(
        ([teacher, dates]) => `${names.get(teacher) ?? teacher} ${text} on ${datesText(dates)}`,
      );
      notice(of, 'note', column, texts.join('; '));
    }
  };
  note(began, 'ATTENDEE', 'stands in');
  // Of the class: its line may have another note about this column.
  note(ended, 'no longer covered', 'no longer stands in');
}

interface StandIn {
  teacher: number;
  date: string;
  line: number;
}
