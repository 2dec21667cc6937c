import { z } from 'zod';
import { cleanText, idList } from './fields.ts';
import { section } from './section.ts';

export const courseRow = z.object({ id: z.number(), name: z.string() });
export type Course = z.output<typeof courseRow>;

export const courses = section({
  path: 'courses',
  resource: 'Courses',
  one: 'course',
  fields: { name: cleanText(200) },
  row: courseRow,
  filters: { id: idList.optional() },
  orders: ['name'],
});
