import { Button, type ButtonProps } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { messages } from '../../../contract/messages.ts';
import type { PayState } from '../../../contract/payroll.ts';
import { useMay, useUser } from '../../app/SessionProvider.tsx';
import classes from './CheckIn.module.css';
import { useCheckIn, type TaughtClass } from './useCheckIn.ts';

interface CheckInButtonProps {
  of: TaughtClass;
  /** null while nobody has checked in; undefined while that is not known. */
  state: PayState | null | undefined;
  /** Who has, for the one who wonders. */
  who?: string;
  size?: ButtonProps['size'];
}

/** "Teacher Check-in" until somebody has; then disabled, pending red or completed green (spec §4). */
export function CheckInButton({ of, state, who, size }: CheckInButtonProps) {
  const may = useMay();
  const { teacher_id } = useUser();
  const { checkIn, busy } = useCheckIn(of);
  const icon = <IconUserCheck size={18} aria-hidden="true" />;
  if (state) {
    return (
      <Button disabled size={size} leftSection={icon} className={classes.checkedIn} data-state={state} title={who ? `${who}, ${state}` : state}>
        {messages.checkedIn}
      </Button>
    );
  }
  // Whoever does not teach has no check-in to make; accounts enters those of others.
  if (!may('My Timesheet', 'add') || (teacher_id === null && !may('Timesheet Admin Portal', 'add'))) return null;
  return (
    <Button variant="default" size={size} leftSection={icon} loading={busy || state === undefined} onClick={() => void checkIn()}>
      {messages.checkIn}
    </Button>
  );
}
