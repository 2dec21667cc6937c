import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { timeOfDay } from '#contract/texts.ts';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import classes from './CheckIn.module.css';
import { isCheckInOpen } from './opening.ts';
import { useCheckIn, type TaughtClass } from './useCheckIn.ts';
import { useCheckInOfClass } from './useCheckInOfClass.ts';

/** Offers the class's teacher the missing check-in, in one line. */
export function CheckInOffer({ of }: { of: TaughtClass & { start_time: string } }) {
  const can = useCan();
  const { teacher_id } = useUser();
  const { config, now } = useSession();
  const [dismissed, setDismissed] = useState(false);
  const found = useCheckInOfClass(of);
  const { checkIn, busy } = useCheckIn(of);
  const isMissing = found.data?.results.length === 0;
  const isOpen = isCheckInOpen(of, {
    today: config.today,
    time: timeOfDay(now().toISOString(), config.time_zone),
    before_minutes: config.check_in_before_minutes,
  });
  if (
    dismissed ||
    !isMissing ||
    !isOpen ||
    teacher_id !== of.teacher.id ||
    !can('My Timesheet', 'add')
  )
    return null;
  return (
    <div className={classes.offer} role="group" aria-label="Your check-in is missing">
      <span className={classes.offerText}>You have not checked in.</span>
      <Button
        size="compact-xs"
        aria-label="Check in to this class"
        loading={busy}
        onClick={() => void checkIn()}
      >
        Check in
      </Button>
      <CloseButton size="xs" aria-label="Not now" onClick={() => setDismissed(true)} />
    </div>
  );
}
