import { sql } from 'kysely';
import { whereIn, type ListQuery, type ListDefinition } from '#server/platform/resource/list.ts';
import { contains } from '#server/platform/resource/search.ts';

type SubjectsQuery = ListQuery & {
  id?: number[];
  year?: string[];
  course?: number[];
  specialization?: number[];
  teacher?: number[];
};

/** A subject as selected. */
export interface SubjectRow {
  id: number;
  subject_name: string;
  subject_code: string;
  year: number;
  course_id: number;
  course: string;
  specialization_id: number;
  specialization: string;
  specialization_code: string;
  subject_teacher_id: number;
  first_name: string;
  last_name: string;
}

export const subjectList: ListDefinition<SubjectsQuery> = {
  table: 'subject',
  joins: () => sql`
    join course c on c.id = x.course_id
    join specialization s on s.id = x.specialization_id
    join teacher t on t.id = x.subject_teacher_id`,
  columns: () => sql`
    x.id, x.subject_name, x.subject_code, x.year, x.course_id, c.name as course,
    x.specialization_id, s.specialization, s.specialization_code, x.subject_teacher_id, t.first_name, t.last_name`,
  search: (word) =>
    contains(word, ['x.subject_name', 'x.subject_code', 'c.name', 't.first_name', 't.last_name']),
  filters: ({ id, year, course, specialization, teacher }) => [
    whereIn('x.id', id),
    year && sql`x.year = any(${year.map(Number)}::int[])`,
    whereIn('x.course_id', course),
    whereIn('x.specialization_id', specialization),
    whereIn('x.subject_teacher_id', teacher),
  ],
  sortKeys: {
    subject_name: [sql`x.subject_name collate natural_order`],
    subject_code: [sql`x.subject_code collate natural_order`],
    year: [sql`x.year`, sql`x.subject_code collate natural_order`],
  },
};
