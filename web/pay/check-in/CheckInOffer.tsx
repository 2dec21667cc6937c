import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { timeOfDay } from '#contract/texts.ts';
import { useCan, useSession, useUser } from '#web/platform/SessionProvider.tsx';
import classes from './CheckIn.module.css';
import { isCheckInOpen } from './opening.ts';
import { checkInFor, ownPlace, withLogs, type TaughtClass } from './taught-class.ts';
import { useCheckIn } from './useCheckIn.ts';
import { useCheckInOfClass } from './useCheckInOfClass.ts';

/** Offers a teacher of the class the missing check-in of their place, in one line. */
export function CheckInOffer({ of }: { of: TaughtClass }) {
  const can = useCan();
  const { teacher_id } = useUser();
  const { config, now } = useSession();
  const [dismissed, setDismissed] = useState(false);
  const found = useCheckInOfClass(of);
  const { checkIn, busy } = useCheckIn(of);
  const isMissing =
    found.data !== undefined &&
    checkInFor(withLogs(of, found.data.results), teacher_id).state === null;
  const isOpen = isCheckInOpen(of, {
    today: config.today,
    time: timeOfDay(now().toISOString(), config.time_zone),
    before_minutes: config.check_in_before_minutes,
  });
  if (
    dismissed ||
    !isMissing ||
    !isOpen ||
    !ownPlace(of, teacher_id) ||
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
