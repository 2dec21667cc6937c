import { judgeClass } from '#contract/timetable/timetable.endpoints.ts';
import { parseWeeks } from '#contract/weeks.ts';
import type { ClassTime } from '#contract/timetable/rooms-then.ts';
import { isDate } from '#contract/dates.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { Values } from '#web/ui/form/form-context.ts';
import { idsIn } from '#web/ui/form/ordered-picks.ts';
import { ClashList } from '#web/ui/clashes/ClashList.tsx';

type Judged = QueryOf<typeof judgeClass>;

/** The input of the judge. */
const required = ['day_of_week', 'start_time', 'end_time', 'semester_id'] as const;
const known = ['teacher_id', 'classroom_id', 'weeks'] as const;
const ofTime = [...required, 'weeks', 'effective_from'] as const;
const further = ['co_teachers', 'more_rooms'] as const;

const isQueryValue = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** The class in a form as input of the judge; null while its time is incomplete. */
export function judgedOf(values: Values, edit: string | undefined): Judged | null {
  if (values.weeks && typeof parseWeeks(values.weeks) === 'string') return null;
  const { start_time, end_time, effective_from } = values;
  if (!required.every((name) => isQueryValue(values[name]))) return null;
  if (start_time >= end_time) return null;
  return Object.fromEntries([
    ...[...required, ...known].flatMap((name) =>
      isQueryValue(values[name]) ? [[name, values[name]] as const] : [],
    ),
    ...further.flatMap((name) => {
      const ids = idsIn(values[name]);
      return ids.length ? [[name, ids.join(',')] as const] : [];
    }),
    ...(edit === undefined ? [] : [['id', edit] as const]),
    ...(typeof effective_from === 'string' && isDate(effective_from)
      ? [['effective_from', effective_from] as const]
      : []),
  ]);
}

/** When the class in a form is held, for the rooms that are offered; null while its time is incomplete. */
export function classTimeOf(values: Values, edit: string | undefined): ClassTime | null {
  const judged = judgedOf(values, edit);
  if (judged === null) return null;
  const { id } = judged;
  return Object.fromEntries([
    ...ofTime.flatMap((name) => {
      const value = judged[name];
      return isQueryValue(value) ? [[name, value] as const] : [];
    }),
    ...(id === undefined ? [] : [['class_schedule', id] as const]),
  ]);
}

/**
 * Asks for confirmation when a new class clashes; institutes combine classes on purpose.
 * @returns additional fields to send; false when it is not saved.
 */
export async function confirmNewClass(values: Values): Promise<boolean | Values> {
  const query = judgedOf(values, undefined);
  if (query === null) return true;
  const { clashes, dates } = await request(judgeClass, { query });
  if (values.weeks && dates === 0) {
    const isMeant = await confirm({
      title: 'Save a class that is never held?',
      text: 'All its dates in these weeks are holidays, in the past, or outside the class dates of the semester.',
      yes: 'Save anyway',
      no: 'Go back',
    });
    return isMeant && { confirm_clashes: true };
  }
  if (clashes.length === 0) return true;
  const isConfirmed = await confirm({
    title: 'Save although the class clashes with others?',
    text: (
      <>
        <ClashList of={clashes} />
        <p>Save it anyway, for example because the classes are combined?</p>
      </>
    ),
    yes: 'Save anyway',
    no: 'Go back',
  });
  return isConfirmed && { confirm_clashes: true };
}
