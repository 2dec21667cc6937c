import { Button, Menu } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { useMeetingChange, type Place } from '../meetings/useMeetingChange.ts';

interface ExtraClassProps {
  of: ClassSchedule;
  /** Where it can be undone. */
  place: Place;
}

/** Opens the form of a further class; today is proposed. */
function useExtraClass({ of, place }: ExtraClassProps): () => void {
  const { today } = useSession().config;
  const change = useMeetingChange(place);
  return () =>
    void import('../meetings/dialog.tsx').then(({ openExtraForm }) =>
      openExtraForm({ of, date: today, send: change.mutateAsync }),
    );
}

const icon = <IconCalendarPlus size={16} aria-hidden="true" />;

export function ExtraClassItem(props: ExtraClassProps) {
  return (
    <Menu.Item leftSection={icon} onClick={useExtraClass(props)}>
      Extra class
    </Menu.Item>
  );
}

export function ExtraClassButton(props: ExtraClassProps) {
  return (
    <Button variant="default" leftSection={icon} onClick={useExtraClass(props)}>
      Extra class
    </Button>
  );
}
