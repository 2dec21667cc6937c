/**
 * The outcome of a tap. `repeat`: the card was read there in the minute before; `superseded`: a later
 * mark stands; `elsewhere`: the class is in another room; `nothing_now`: no class now; `old_card`:
 * lost or replaced; `closed`: the roll is; `teacher`: checked in; `not_checked_in`: the teacher's
 * card made no check-in; `future` and `stale`: the device's time cannot be right; `held`: made
 * before the device was revoked or added, or on a holiday, and sent later; `dismissed`: so, and not
 * accepted; `revoked`: made after it; `conflict`: the number was another card's.
 */
export const tapOutcomes = [
  'present',
  'late',
  'absent',
  'already',
  'superseded',
  'elsewhere',
  'nothing_now',
  'unknown',
  'archived',
  'old_card',
  'closed',
  'teacher',
  'not_checked_in',
  'repeat',
  'future',
  'stale',
  'revoked',
  'held',
  'dismissed',
  'conflict',
] as const;
export type TapOutcome = (typeof tapOutcomes)[number];
/** The outcomes by which something is done for the holder of the card, or was done before. */
export const doneOutcomes = [
  'present',
  'late',
  'absent',
  'already',
  'superseded',
  'teacher',
] as const satisfies TapOutcome[];
