import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconClock, IconUserCheck } from '@tabler/icons-react';
import { messages } from '#contract/texts.ts';
import type { PayState } from '#contract/pay/payroll.ts';
import { capitalize } from '#web/ui/labels.ts';
import classes from './CheckIn.module.css';
import { NoCheckInButton } from './NoCheckInButton.tsx';
import type { TaughtClass } from './taught-class.ts';
import { useCheckIn } from './useCheckIn.ts';
import { useCheckInRight } from './useCheckInRight.ts';
import { useOpensAt } from './useOpensAt.ts';

interface CheckInButtonProps {
  of: TaughtClass;
  /** Null without a check-in; undefined while unknown. */
  state: PayState | null | undefined;
  /** The teachers who have checked in, as a tooltip. */
  who?: string;
  size?: ButtonProps['size'];
}

/**
 * "Teacher Check-in" without a check-in; otherwise disabled, red while pending, green when
 * completed (R-PAY-1). It is about the user's own place, and about all places for others. Also disabled for users who
 * are not teachers.
 */
export function CheckInButton({ of, state, who, size }: CheckInButtonProps) {
  const right = useCheckInRight();
  const { checkIn, busy } = useCheckIn(of);
  const opensAt = useOpensAt(of);
  if (state) {
    const Icon = state === 'pending' ? IconClock : IconCheck;
    return (
      <span className={classes.state}>
        <Button
          disabled
          size={size}
          leftSection={<Icon size={18} aria-hidden="true" />}
          className={classes.checkedIn}
          data-state={state}
          title={who ? `${who}, ${state}` : state}
        >
          {messages.checkedIn}
        </Button>
        {capitalize(state)}
      </span>
    );
  }
  if (right === null) return null;
  if (right === 'disabled') return <NoCheckInButton isCompact={size !== undefined} />;
  if (opensAt !== null)
    return (
      <span className={classes.state}>
        <Button
          disabled
          size={size}
          leftSection={size === undefined && <IconUserCheck size={18} aria-hidden="true" />}
        >
          {messages.checkIn}
        </Button>
        from {opensAt}
      </span>
    );
  return (
    <Button
      variant="default"
      size={size}
      leftSection={<IconUserCheck size={18} aria-hidden="true" />}
      loading={busy || state === undefined}
      onClick={() => void checkIn()}
    >
      {messages.checkIn}
    </Button>
  );
}
