import { getClashes } from '#contract/endpoints/timetable.ts';
import type { ClassClash } from '#contract/timetable.ts';
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

/**
 * Asks for confirmation when a new class's teacher or room is in use at that time; institutes combine
 * classes on purpose.
 */
export async function confirmClashes(values: Values): Promise<boolean> {
  const query = Object.fromEntries(
    fields.flatMap((name) => (isQueryValue(values[name]) ? [[name, values[name]] as const] : [])),
  );
  const { clashes } = await request(getClashes, { query });
  if (clashes.length === 0) return true;
  return confirm({
    title: 'Save although the teacher or room is taken?',
    text: `${clashes.map(clashText).join(' ')} Save it anyway, for example because the classes are combined?`,
    yes: 'Save anyway',
    no: 'Go back',
  });
}

const clashText = ({
  kinds,
  subject,
  day_of_week,
  start_time,
  end_time,
  classroom,
  teacher,
}: ClassClash): string => {
  const taken = kinds.map((kind) =>
    kind === 'teacher'
      ? `${teacher.first_name} ${teacher.last_name}`
      : `Room ${classroom.room_number}`,
  );
  const taught = `${subject.subject_code} ${subject.subject_name}`;
  return `${taken.join(' and ')}: ${taught}, ${day_of_week} ${start_time}–${end_time}.`;
};
