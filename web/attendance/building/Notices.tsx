import { CloseButton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { fullName } from '#contract/person-name.ts';
import { timeOfDay } from '#contract/texts.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { counted } from '#web/ui/format.ts';
import type { Here } from './queries.ts';
import type { RefusedTicks } from './tick-queue.ts';
import type { useBuilding } from './useBuilding.ts';
import classes from './Building.module.css';

/** People that a band names. */
const most = 20;

type Building = ReturnType<typeof useBuilding>;

/** What the list does not show by itself: no network, ticks that wait or were refused, the end of the roll call. */
export function Notices({ building }: { building: Building }) {
  const { here, waiting, closed, isOffline, isStored, refused, dismissRefused } = building;
  return (
    <div role="status" className={classes.notices}>
      {closed && <Text>{closed.message}</Text>}
      {closed && waiting > 0 && (
        <Text size="sm" className={classes.warning}>
          {waitText(waiting)} when the page is open for you again.
        </Text>
      )}
      {isOffline && (
        <Text size="sm" className={classes.warning}>
          No network. You can go on ticking
          {waiting > 0
            ? `: ${waitText(waiting)} when it is back.`
            : '. Ticks wait here and are sent when it is back.'}
        </Text>
      )}
      {!closed && !isOffline && waiting > 0 && (
        <Text size="sm">{counted(waiting, 'tick is', 'ticks are')} being sent.</Text>
      )}
      {here?.roll_call && !isStored && (
        <Text size="sm" className={classes.warning}>
          This device stores nothing. Keep this page open until all ticks are sent.
        </Text>
      )}
      {refused.length > 0 && (
        <Band dismiss={dismissRefused} isWarning>
          {refused.map((one, at) => (
            <Text key={at} size="sm">
              {`${refusedText(one, here)}: ${one.reason}`}
            </Text>
          ))}
        </Band>
      )}
      {here?.end && <EndBand end={here.end} dismiss={building.dismissEnd} />}
    </div>
  );
}

const waitText = (waiting: number): string =>
  waiting === 1 ? '1 tick waits here and is sent' : `${waiting} ticks wait here and are sent`;

/** `Not taken for Anna Berg and Bo Berg`. */
function refusedText({ ticks }: RefusedTicks, here: Here | undefined): string {
  const isOfList = here?.roll_call?.id === ticks[0]?.roll_call;
  const numbers = new Set(ticks.map(({ person }) => person));
  const names = (isOfList ? (here?.people ?? []) : [])
    .filter(({ number }) => numbers.has(number))
    .map(fullName);
  if (names.length === 0) return `${counted(ticks.length, 'tick was', 'ticks were')} not taken`;
  const rest = names.length - most;
  return `Not taken for ${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** Who has this page open when somebody else ends the roll call must not take the list that follows for it. */
function EndBand({ end, dismiss }: { end: NonNullable<Here['end']>; dismiss: () => void }) {
  const { config } = useSession();
  const mayRead = useCan()('Attendance', 'teacherFilter');
  const at = timeOfDay(end.ended_at, config.time_zone);
  return (
    <Band dismiss={dismiss}>
      <Text size="sm">
        {end.ended_by === null
          ? `The roll call ended by itself at ${at}`
          : `${end.ended_by} ended the roll call at ${at}`}
        : {end.accounted} of {end.expected} accounted for.{' '}
        {mayRead && (
          <AnchorLink
            size="sm"
            underline="always"
            to="/who-is-here/roll-call"
            search={{ id: String(end.id) }}
          >
            Open the record
          </AnchorLink>
        )}
      </Text>
    </Band>
  );
}

function Band({
  dismiss,
  isWarning = false,
  children,
}: {
  dismiss: () => void;
  isWarning?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`at-card ${classes.stays}`} data-warning={isWarning || undefined}>
      <div>{children}</div>
      <CloseButton aria-label="Dismiss" onClick={dismiss} />
    </div>
  );
}
