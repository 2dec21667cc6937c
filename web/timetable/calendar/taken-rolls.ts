import { getTakenRolls } from '#contract/timetable/calendar.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { Values } from '#web/ui/form/form-context.ts';
import { longDate } from '#web/ui/format.ts';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Asks for confirmation with the number of rolls outside of the semester's new dates. */
export function confirmSemester(
  { class_start_date, class_end_date }: Values,
  edit: string | undefined,
): Promise<boolean> {
  return edit === undefined ? Promise.resolve(true) : ask(class_start_date, class_end_date, edit);
}

async function ask(from: unknown, to: unknown, semester: string): Promise<boolean> {
  if (!isText(from) || !isText(to)) return true;
  const { rolls, first, last, classes_losing_weeks } = await request(getTakenRolls, {
    query: { from, to, semester },
  });
  if (classes_losing_weeks > 0 && !(await confirmWeeks(classes_losing_weeks))) return false;
  if (rolls === 0 || !first || !last) return true;
  const when =
    first === last ? `on ${longDate(first)}` : `from ${longDate(first)} to ${longDate(last)}`;
  const what = rolls === 1 ? 'A roll was' : `${rolls} rolls were`;
  return confirm({
    title: rolls === 1 ? '1 roll was taken' : `${rolls} rolls were taken`,
    text: `${what} taken outside of these dates, ${when}. Their marks stay and still count; no further marks can be added there.`,
    yes: 'Save anyway',
    no: 'Go back',
  });
}

const confirmWeeks = (classes: number): Promise<boolean> =>
  confirm({
    title: classes === 1 ? '1 class loses weeks' : `${classes} classes lose weeks`,
    text: 'Some of their weeks lie outside of these dates: they have no class then. The weeks stay with the classes, and are held again when the semester has them again.',
    yes: 'Save anyway',
    no: 'Go back',
  });
