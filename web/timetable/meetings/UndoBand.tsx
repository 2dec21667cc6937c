import { Button } from '@mantine/core';
import classes from '#web/ui/Band.module.css';
import { useLastChange, type LastChange, type Place } from './useMeetingChange.ts';

interface UndoBandProps {
  place: Place;
  /** A change that was made earlier, or elsewhere. */
  otherwise?: LastChange | undefined;
}

/** The last change in a place, with its undo button. */
export function UndoBand({ place, otherwise }: UndoBandProps) {
  const last = useLastChange(place, otherwise);
  if (last === null) return null;
  return (
    <div className={`${classes.band} ${classes.apart}`} role="status">
      <b>{last.done}</b>
      <UndoButton {...last} />
    </div>
  );
}

export function UndoButton({ undo, isPending }: { undo: () => void; isPending: boolean }) {
  return (
    <Button size="compact-sm" variant="default" loading={isPending} onClick={undo}>
      Undo the change
    </Button>
  );
}
