import { z } from 'zod';
import { cleanText, idList } from './fields.ts';
import { section } from './section.ts';

export const specializationRow = z.object({ id: z.number(), specialization: z.string(), specialization_code: z.string() });
export type Specialization = z.output<typeof specializationRow>;

export const specializations = section({
  path: 'specializations',
  resource: 'Specialization',
  one: 'specialization',
  fields: { specialization: cleanText(200), specialization_code: cleanText(50) },
  row: specializationRow,
  filters: { id: idList.optional() },
  orders: ['specialization', 'specialization_code'],
});
