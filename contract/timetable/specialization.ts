import { z } from 'zod';
import { cleanText, idList } from '../fields.ts';
import { resource } from '../resource.ts';

export const specializationRow = z.object({
  id: z.number(),
  specialization: z.string(),
  specialization_code: z.string(),
});
export type Specialization = z.output<typeof specializationRow>;

export const specializations = resource({
  permission: 'Specialization',
  singular: 'specialization',
  fields: {
    specialization: cleanText(200, { as: 'name' }),
    specialization_code: cleanText(50, { as: 'key' }),
  },
  row: specializationRow,
  filters: {
    id: idList.optional(),
    /** Lists the specializations of subjects of these courses. */
    course: idList.optional(),
  },
  sortKeys: ['specialization', 'specialization_code'],
});
