import type { Reference } from '#server/platform/resource/dependants.ts';
import type { ResourceWriter } from '#server/platform/resource/writer-terms.ts';

const names = ['class of the timetable', 'classes of the timetable'] as const;

const furtherReferences: Record<'teacher_id' | 'classroom_id', Reference[]> = {
  teacher_id: [
    { table: 'pattern_co_teacher', column: 'teacher_id', names },
    { table: 'meeting_co_teacher', column: 'teacher_id', names },
    { table: 'meeting_co_teacher', column: 'covering_teacher_id', names },
  ],
  classroom_id: [
    { table: 'pattern_more_room', column: 'classroom_id', names },
    { table: 'meeting_more_room', column: 'classroom_id', names },
  ],
};

/**
 * References that prevent deleting a teacher or a room: the classes of the week, and past classes
 * that were held when the class had another one.
 */
export const classesWith = (column: 'teacher_id' | 'classroom_id'): Reference[] => [
  { table: 'class_schedule', column, names },
  { table: 'class_meeting', column, names },
  { table: 'class_schedule_pattern', column, names },
  ...furtherReferences[column],
];

/** The columns of a class that refer to other records. */
export const classReferences: NonNullable<ResourceWriter['references']> = {
  subject_id: 'subject',
  semester_id: 'semester',
  teacher_id: 'teacher',
  classroom_id: 'classroom',
  payroll_id: 'pay_code',
};
