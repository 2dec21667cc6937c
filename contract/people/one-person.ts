import { z } from 'zod';

/**
 * The address is a staff member's and a student's: a user who edits teachers has confirmed that it is one
 * person (R-ME-7).
 */
export const confirmSamePerson = {
  confirm_same_person: z.boolean('must be true or false').optional(),
};
