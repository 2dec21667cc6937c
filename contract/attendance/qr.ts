import { z } from 'zod';
import { attendanceRecord } from '../marks.ts';
import { classSchedule } from '../mark-bodies.ts';
import { date, idParam } from '../fields.ts';

/** How long a code is shown, and a claim can be redeemed, in milliseconds (R-QR-1, R-QR-3). */
export const qrTimes = { stepMs: 5000, claimMs: 300_000 } as const;
/** Digits of the code that is typed, and tries of a student in a step (R-QR-4). */
export const qrShortCode = { digits: 8, tries: 5 } as const;

const roll = { class_schedule: classSchedule, date };

/** The roll of a class on a date whose check-in is opened or closed. */
export const qrRoll = z.strictObject(roll);
export const qrRollQuery = z.strictObject({ class_schedule: idParam, date });

/** A code that is shown for five seconds. */
const qrCode = z.object({
  /** What the QR code is of. */
  address: z.string(),
  /** Eight digits, for who cannot scan. */
  short_code: z.string(),
  /** From when it is shown, in milliseconds after the answer was made; 0 or less: now. */
  shown_in_ms: z.number(),
});
export type QrCode = z.output<typeof qrCode>;

/** Check-in by QR code of a roll: open or not, and the next codes in order. */
export const qrState = z.object({
  /** ISO 8601 UTC; null while it is closed. */
  opened_at: z.string().nullable(),
  /** Why it cannot be open now, in words; null when it can. */
  problem: z.string().nullable(),
  codes: z.array(qrCode),
  /** Students on the roll, and those that came by QR code. */
  enrolled: z.number(),
  came: z.number(),
});
export type QrState = z.output<typeof qrState>;

/** A student who came by QR code. */
const qrArrival = z.object({
  student: z.number(),
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** ISO 8601 UTC. */
  arrived_at: z.string(),
  /** Other students who checked in with the same browser on that day (R-QR-5). */
  shared_with: z.array(z.string()),
});
export type QrArrival = z.output<typeof qrArrival>;
export const qrArrivals = z.object({ results: z.array(qrArrival) });

/** The page of students has no field to put a message beside: each is a sentence. */
export const notOurCode = 'This is not a code of this institute: scan the one that is shown now';
const eightDigits = 'Type the 8 digits that are shown below the code';
const noClaim = 'This scan cannot be used: scan the code that is shown now';

/** The text after the `#` of the scanned address. */
export const qrScan = z.strictObject({
  token: z.string(notOurCode).regex(/^[0-9a-z]{1,12}\.[0-9a-z]{1,12}\.[\w-]{22}$/, notOurCode),
});

/** A claim of this browser, redeemed after the sign-in (R-QR-3). */
export const qrClaim = z.object({
  claim: z.string(),
  /** ISO 8601 UTC. */
  expires_at: z.string(),
});

/** A claim, or the digits that are shown below the code. */
export const qrCheckIn = z.union(
  [
    z.strictObject({
      claim: z.string(noClaim).min(1, noClaim).max(300, noClaim),
    }),
    z.strictObject({
      code: z
        .string(eightDigits)
        .transform((text) => text.replace(/[\s-]/g, ''))
        .refine((text) => /^\d{8}$/.test(text), eightDigits),
    }),
  ],
  { error: eightDigits },
);

/** The result of the check-in; the class is as it was when the code was scanned. */
export const qrCheckedIn = z.object({
  status: attendanceRecord.shape.status,
  /** ISO 8601 UTC: when the code was scanned, or the digits were sent. */
  arrived_at: z.string(),
  late_minutes: z.number().nullable(),
  /** There was a mark already. */
  already: z.boolean(),
  /** The class does not take place any more: the mark waits for an administrator (R-QR-3). */
  held: z.literal(true).optional(),
  /** The group of the class, such as 12A; null without one. */
  group_name: z.string().nullable(),
  subject_name: z.string(),
  subject_code: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  room_number: z.string(),
});
export type QrCheckedIn = z.output<typeof qrCheckedIn>;
