import { z } from 'zod';
import { cleanText, idList } from './fields.ts';
import { resource } from './resource.ts';

export const courseRow = z.object({ id: z.number(), name: z.string() });
export type Course = z.output<typeof courseRow>;

export const courses = resource({
  permission: 'Courses',
  singular: 'course',
  fields: { name: cleanText(200, { as: 'name' }) },
  row: courseRow,
  filters: { id: idList.optional() },
  sortKeys: ['name'],
});
