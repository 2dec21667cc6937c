import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { namesOfRooms } from '#contract/timetable/further-names.ts';
import { withGroup } from '#contract/class-name.ts';
import { roomName } from '#contract/room-name.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import classes from '#web/ui/Band.module.css';
import { nextClassOf } from './next-class.ts';
import { classesOn } from '#web/school/roll.ts';
import { useIsOver } from './useIsOver.ts';
import { useTapsForNext } from './useTapsForNext.ts';

/** A reader types letters and digits only: no card can switch the roll. */
const key = 'F2';

interface Props {
  of: ClassSchedule;
  date: string;
}

/** After a class: links to the roll of the next one, where the queue belongs. */
export function NextClassBand({ of, date }: Props) {
  const { config } = useSession();
  const { isOver, time } = useIsOver({ date, end_time: of.end_time });
  const { data } = useQuery({
    ...classesOn(date),
    enabled: isOver && date === config.today,
    staleTime: 60_000,
  });
  // The classes of another day may be stored from before.
  const next =
    isOver && data && date === config.today ? nextClassOf(of, data.results, time) : undefined;
  const open = useOpening(next, date);
  const accept = useTapsForNext({ of, next, date, open });
  useSwitchKey(next, { accept, open });
  if (!next) return null;
  return (
    <div className={classes.band} role="status">
      <b>
        This class is over. Next: {withGroup(next.subject.subject_name, next.group_name)},{' '}
        {next.start_time}, {roomName(namesOfRooms(next))}
      </b>
      <Button size="compact-sm" variant="default" onClick={open}>
        Switch to its roll ({key})
      </Button>
    </div>
  );
}

/** Opens the roll of the next class. */
function useOpening(next: ClassSchedule | undefined, date: string): () => void {
  const navigate = useNavigate();
  const id = next?.id;
  return useCallback(() => {
    if (id !== undefined) void navigate({ to: '/attendance/add', search: { id, date } });
  }, [navigate, id, date]);
}

/** The key switches, also where the question whether to switch is open: its taps are entered there. */
function useSwitchKey(
  next: ClassSchedule | undefined,
  { accept, open }: { accept: () => boolean; open: () => void },
): void {
  const id = next?.id;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || id === undefined) return;
      event.preventDefault();
      if (!accept()) open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [id, accept, open]);
}
