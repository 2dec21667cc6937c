import { Button, type ButtonProps } from '@mantine/core';
import { IconCheck, IconClock, IconUserCheck } from '@tabler/icons-react';
import { messages } from '#contract/messages.ts';
import type { PayState } from '#contract/payroll.ts';
import { useCan, useUser } from '#web/platform/SessionProvider.tsx';
import { capitalize } from '#web/ui/labels.ts';
import classes from './CheckIn.module.css';
import { useCheckIn, type TaughtClass } from './useCheckIn.ts';

interface CheckInButtonProps {
  of: TaughtClass;
  /** Null without a check-in; undefined while unknown. */
  state: PayState | null | undefined;
  /** The teacher who has checked in, as a tooltip. */
  who?: string;
  size?: ButtonProps['size'];
}

/**
 * "Teacher Check-in" without a check-in; otherwise disabled, red while pending, green when
 * completed (R-PAY-1).
 */
export function CheckInButton({ of, state, who, size }: CheckInButtonProps) {
  const can = useCan();
  const { teacher_id } = useUser();
  const { checkIn, busy } = useCheckIn(of);
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
  // Only a teacher checks in; accounts enters the check-ins of others.
  if (!can('My Timesheet', 'add') || (teacher_id === null && !can('Timesheet Admin Portal', 'add')))
    return null;
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
