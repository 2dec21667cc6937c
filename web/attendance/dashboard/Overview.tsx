import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Overview as Figures } from '#contract/attendance/overview.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { dayAndMonth } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { StaleBand } from '#web/ui/StaleBand.tsx';
import { StatList } from '#web/ui/StatList.tsx';
import { useDrawn } from '#web/ui/useDrawn.ts';
import { takenStates } from '../todays-rolls/states.ts';
import { overviewOfToday } from '#web/school/days.ts';
import classes from './Overview.module.css';

const pollMs = 60_000;

/** How today is going, for those who see all classes: each number opens what is behind it. */
export function Overview() {
  // The classes of the day come first.
  const isDrawn = useDrawn();
  const { student_sign_in } = useSession().config;
  const found = useQuery({ ...overviewOfToday, enabled: isDrawn, refetchInterval: pollMs });
  return (
    <section className={`at-card ${classes.overview}`} aria-label="Today">
      <StaleBand reads={[found]} title="Today’s figures are not up to date" />
      {found.isError && !found.data ? (
        <LoadError error={found.error} retry={() => void found.refetch()} />
      ) : (
        <StatList stats={statsOf(found.data, student_sign_in)} />
      )}
    </section>
  );
}

const requestsTitle = 'Leave requests';
const openRollsTitle = 'Open rolls';

/** The figures with their titles; until they are there a dash. */
function statsOf(
  found: Figures | undefined,
  hasRequests: boolean,
): [title: string, value: ReactNode][] {
  if (!found)
    return [
      'Rolls taken',
      'Present',
      openRollsTitle,
      'New on the red list',
      'Follow-ups',
      ...(hasRequests ? [requestsTitle] : []),
    ].map((title) => [
      title,
      <Text inherit component="span" c="dimmed" key={title}>
        –
      </Text>,
    ]);
  const { rolls, rate, open_rolls, red_list, follow_ups, leave_requests, date } = found;
  return [
    [
      'Rolls taken',
      <>
        <AnchorLink inherit underline="always" to="/todays-rolls" search={{ state: takenStates }}>
          {rolls.taken}
        </AnchorLink>
        <small>
          {' '}
          of {rolls.planned}, {rolls.begun} begun
          {rolls.in_progress > 0 && `, ${rolls.in_progress} in progress`}
        </small>
      </>,
    ],
    ['Present', <RateOfToday rate={rate} date={date} key="rate" />],
    [openRollsTitle, <OpenRolls found={open_rolls} key="open" />],
    [
      'New on the red list',
      red_list === null ? (
        <AnchorLink size="sm" to="/red-list-students/rules">
          No rules yet
        </AnchorLink>
      ) : (
        <AnchorLink inherit underline="always" to="/red-list-students" search={{ state: 'open' }}>
          {red_list}
        </AnchorLink>
      ),
    ],
    [
      'Follow-ups',
      <>
        <AnchorLink inherit underline="always" to="/follow-ups" search={{ of: 'all' }}>
          {follow_ups.all}
        </AnchorLink>
        <small> open{follow_ups.overdue > 0 && `, ${follow_ups.overdue} overdue`}</small>
      </>,
    ],
    ...(leave_requests === null
      ? []
      : [
          [
            requestsTitle,
            <>
              <AnchorLink
                inherit
                underline="always"
                to="/leave-requests"
                search={{ state: 'requested' }}
              >
                {leave_requests}
              </AnchorLink>
              <small> to decide</small>
            </>,
          ] satisfies [string, ReactNode],
        ]),
  ];
}

/** Rolls of the last days that are not taken or unfinished, and how many of each. */
function OpenRolls({ found }: { found: Figures['open_rolls'] }) {
  const { not_taken, in_progress, from_date, to_date } = found;
  const dates = { from_date, to_date };
  return (
    <>
      <AnchorLink inherit underline="always" to="/open-rolls" search={dates}>
        {not_taken + in_progress}
      </AnchorLink>
      <small>
        {' '}
        {/* The page that the number opens says it in its heading. */}
        <span className="at-hidden">since {dayAndMonth(from_date)}: </span>
        <AnchorLink inherit to="/open-rolls" search={{ ...dates, state: 'not_taken' }}>
          {not_taken} not taken
        </AnchorLink>
        ,{' '}
        <AnchorLink inherit to="/open-rolls" search={{ ...dates, state: 'in_progress' }}>
          {in_progress} unfinished
        </AnchorLink>
      </small>
    </>
  );
}

/** The rate of today, and by how much it differs from the usual one. */
function RateOfToday({ rate, date }: { rate: Figures['rate']; date: string }) {
  const { today, marked, usual, difference, from_date, to_date, weekday_hours } = rate;
  if (today === null) return usual === null ? '–' : <small>usually {usual}%</small>;
  return (
    <>
      <AnchorLink
        inherit
        underline="always"
        to="/reports"
        search={{
          by: 'weekday_hour',
          from_date: date,
          to_date: date,
          compare_from: from_date,
          compare_to: to_date,
          weekday_hour: weekday_hours.join(','),
        }}
      >
        {today}%
      </AnchorLink>
      <small className={classes.beside}> of {marked} marked</small>
      {usual !== null && difference !== null && (
        <small title="Against the same weekday and hours of the last 8 weeks, in percentage points">
          {' '}
          {difference === 0
            ? `as usual (${usual}%)`
            : `${Math.abs(difference)} points ${difference < 0 ? 'below' : 'above'} the usual ${usual}%`}
        </small>
      )}
    </>
  );
}
