import { clashText } from '#contract/clash-text.ts';
import { getClashes } from '#contract/endpoints/timetable.ts';
import { request } from '#web/platform/api.ts';
import { confirm } from '#web/ui/confirm.ts';
import type { Values } from '#web/ui/form/form-context.ts';

const fields = [
  'day_of_week',
  'start_time',
  'end_time',
  'teacher_id',
  'classroom_id',
  'semester_id',
] as const;

const isQueryValue = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The most clashes that the question names. */
const maxNamed = 5;

/**
 * Asks for confirmation when a new class's teacher or room is in use at that time; institutes combine
 * classes on purpose.
 * @returns what is sent in addition; false when it is not saved.
 */
export async function confirmNewClass(values: Values): Promise<boolean | Values> {
  const query = Object.fromEntries(
    fields.flatMap((name) => (isQueryValue(values[name]) ? [[name, values[name]] as const] : [])),
  );
  const { all_clashes: clashes } = await request(getClashes, { query });
  if (clashes.length === 0) return true;
  const more = clashes.length - maxNamed;
  const isConfirmed = await confirm({
    title: 'Save although the class clashes with others?',
    text: `${clashes.slice(0, maxNamed).map(clashText).join('; ')}${more > 0 ? `; and ${more} more` : ''}. Save it anyway, for example because the classes are combined?`,
    yes: 'Save anyway',
    no: 'Go back',
  });
  return isConfirmed && { confirm_clashes: true };
}
