import { Button } from '@mantine/core';
import { IconUrgent } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getRollCallNow } from '#contract/attendance/building.endpoints.ts';
import type { RunningRollCall } from '#contract/attendance/building.ts';
import { timeOfDay } from '#contract/texts.ts';
import { request } from '#web/platform/api.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { toast } from '#web/ui/toasts.ts';
import { kindTitles } from './kind-titles.ts';
import classes from './Building.module.css';

const path = '/who-is-here';

/** How often a page asks whether a roll call is running, in milliseconds. */
const pollMs = 15_000;

/** What this window has announced: a page that is opened next says it once more in the header alone. */
let announced: number | null = null;

/** On every page but its own: a roll call of the building that is running, with a link to its list. */
export function RollCallNews() {
  const { time_zone } = useSession().config;
  const isOpen = useLocation({ select: ({ pathname }) => pathname === path });
  const { data } = useQuery({
    queryKey: ['roll call now'],
    queryFn: ({ signal }) => request(getRollCallNow, { signal }),
    enabled: !isOpen,
    staleTime: 0,
    refetchInterval: pollMs,
    refetchOnWindowFocus: true,
    // The next turn asks again; without the network the latest answer stays.
    retry: false,
  });
  const rollCall = isOpen ? null : data?.roll_call;
  useEffect(() => {
    if (!rollCall || announced === rollCall.id) return;
    announced = rollCall.id;
    toast('error', <Announcement rollCall={rollCall} timeZone={time_zone} />);
  }, [rollCall, time_zone]);
  if (!rollCall) return null;
  return (
    <Button
      size="compact-sm"
      color="red.9"
      className={classes.news}
      leftSection={<IconUrgent size={18} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link {...props} to={path} aria-label={`${kindTitles[rollCall.kind]}: who is here`} />
      )}
    >
      {kindTitles[rollCall.kind]}
    </Button>
  );
}

function Announcement({ rollCall, timeZone }: { rollCall: RunningRollCall; timeZone: string }) {
  return (
    <>
      {kindTitles[rollCall.kind]} since {timeOfDay(rollCall.started_at, timeZone)}.{' '}
      <AnchorLink size="sm" underline="always" to={path}>
        Open Who is here
      </AnchorLink>
    </>
  );
}
