import { z } from 'zod';
import { cleanText, idList, optionalEmail, yesOrNo } from '../fields.ts';
import { resource } from '../resource.ts';

export const courseRow = z.object({
  id: z.number(),
  name: z.string(),
  /** Whom alerts about its students go to (R-MSG-6). */
  coordinator_email: z.string().nullable(),
});
export type Course = z.output<typeof courseRow>;

export const courses = resource({
  permission: 'Courses',
  singular: 'course',
  fields: {
    name: cleanText(200, { as: 'name' }),
    coordinator_email: optionalEmail(),
  },
  row: courseRow,
  filters: {
    id: idList.optional(),
    /** Lists the courses with subjects of these specializations. */
    specialization: idList.optional(),
    has_coordinator: yesOrNo.optional(),
  },
  sortKeys: ['name'],
});
