import { messages } from '#contract/texts.ts';
import classes from './CheckIn.module.css';
import { noTeacherReason } from './useCheckInRight.ts';

/** "Teacher Check-in" for who is not a teacher; a plain element, since a day has hundreds of them. */
export function NoCheckInButton({ isCompact = false }: { isCompact?: boolean }) {
  return (
    <button
      type="button"
      disabled
      className={classes.disabled}
      data-compact={isCompact || undefined}
      title={noTeacherReason}
    >
      {messages.checkIn}
    </button>
  );
}
