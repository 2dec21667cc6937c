import { z } from 'zod';

/** Whether a teacher has a private link to their calendar, and since when. */
export const calendarLink = z.object({ created_at: z.string().nullable() });

/** A new link: it is shown once, and the previous one no longer works. */
export const newCalendarLink = z.object({ url: z.string(), created_at: z.string() });
