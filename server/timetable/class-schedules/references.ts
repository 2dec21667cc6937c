import type { Reference } from '#server/platform/resource/dependants.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';

const names = ['class of the timetable', 'classes of the timetable'] as const;

/**
 * References that prevent deleting a teacher or a room: the classes of the week, and past classes
 * that were held when the class had another one.
 */
export const classesWith = (column: 'teacher_id' | 'classroom_id'): Reference[] => [
  { table: 'class_schedule', column, names },
  { table: 'class_meeting', column, names },
  { table: 'class_schedule_pattern', column, names },
];

/** The columns of a class that refer to other records. */
export const classReferences: NonNullable<ResourceWriter['references']> = {
  subject_id: 'subject',
  semester_id: 'semester',
  teacher_id: 'teacher',
  classroom_id: 'classroom',
  payroll_id: 'pay_code',
};
