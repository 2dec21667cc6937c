import { fullName } from '../person-name.ts';
import { dateFormat } from '../formats.ts';
import { dayOf } from '../texts.ts';

/** Why a card is no longer a student's; without zod, for the screens. What people say (R-CARD-3). */
export const statedCardReasons = ['replaced', 'lost', 'returned', 'corrected'] as const;
export type StatedCardReason = (typeof statedCardReasons)[number];

/** Also what follows from other changes: taken off without a reason, given to another student, merged. */
export const cardReasons = [...statedCardReasons, 'removed', 'passed_on', 'merged'] as const;
export type CardReason = (typeof cardReasons)[number];

export const cardReasonTitles: Record<CardReason, string> = {
  replaced: 'Replaced',
  lost: 'Lost',
  returned: 'Returned',
  corrected: 'Entered by mistake',
  removed: 'Taken off',
  passed_on: 'Given to another student',
  merged: 'Students were merged',
};

/** Of a card that a reader calls old (R-CARD-4). */
export type RevokedReason = 'replaced' | 'lost' | 'removed';

const endings: Record<RevokedReason, string> = {
  replaced: 'was replaced',
  lost: 'was reported lost',
  removed: 'was taken off',
};

/** `This card of Ana One (S1) was reported lost on 3 March 2026` */
export function oldCardText(
  card: {
    student_id: string;
    first_name: string;
    last_name: string;
    reason: RevokedReason;
    ended_at: string;
  },
  timeZone: string,
): string {
  const { student_id, reason, ended_at } = card;
  return `This card of ${fullName(card)} (${student_id}) ${endings[reason]} on ${inWords(ended_at, timeZone)}`;
}

const inWords = (instant: string, timeZone: string) =>
  dateFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(`${dayOf(instant, timeZone)}T00:00:00Z`),
  );
