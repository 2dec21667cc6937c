import type { z } from 'zod';
import type { clashesAnswer, ClassClash } from '../../../contract/timetable.ts';
import { api } from '../../app/api.ts';
import { confirm } from '../../ui/confirm.ts';
import type { Values } from '../../ui/form/form-context.ts';

const fields = ['day_of_week', 'start_time', 'end_time', 'teacher_id', 'classroom_id', 'semester_id'] as const;

const isQueryValue = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Asks before a class is saved whose teacher or room is needed by another at that time; institutes combine classes on purpose. */
export async function askAboutClashes(values: Values, edit: string | undefined): Promise<boolean> {
  const query = Object.fromEntries(fields.flatMap((name) => (isQueryValue(values[name]) ? [[name, values[name]] as const] : [])));
  const { clashes } = await api.get<z.output<typeof clashesAnswer>>('attendance/classschedule-clashes/', { query: { ...query, id: edit } });
  if (clashes.length === 0) return true;
  return confirm({
    title: 'Save although others are there at this time?',
    text: `${clashes.map(clashText).join(' ')} Save it all the same, for example because the classes are combined?`,
    yes: 'Save all the same',
    no: 'Go back',
  });
}

const clashText = ({ kinds, subject, day_of_week, start_time, end_time, classroom, teacher }: ClassClash): string => {
  const taken = kinds.map((kind) => (kind === 'teacher' ? `${teacher.first_name} ${teacher.last_name}` : `Room ${classroom.room_number}`));
  return `${taken.join(' and ')}: ${subject.subject_code} ${subject.subject_name}, ${day_of_week} ${start_time}–${end_time}.`;
};
