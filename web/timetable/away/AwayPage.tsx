import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { UndoBand } from '../meetings/UndoBand.tsx';
import type { Place } from '../meetings/useMeetingChange.ts';
import classes from './Away.module.css';
import { AwayPeriod } from './AwayPeriod.tsx';
import type { AwaySearch } from './search.ts';

interface AwayPageProps<Answer> {
  title: string;
  /** Chooses the teacher or the room. */
  picker: ReactNode;
  search: AwaySearch;
  change: (next: AwaySearch) => void;
  /** Null until a teacher or a room is chosen. */
  found: UseQueryResult<Answer> | null;
  /** Where the last change can be undone. */
  place: Place;
  nothingChosen: string;
  children: (answer: Answer) => ReactNode;
}

/** The frame of *Teacher away* and *Room closed*: what is away, when, and the classes then. */
export function AwayPage<Answer extends { meetings: unknown[]; more: boolean }>({
  title,
  picker,
  search,
  change,
  found,
  place,
  nothingChosen,
  children,
}: AwayPageProps<Answer>) {
  const { today } = useSession().config;
  return (
    <>
      <PageHead title={title}>
        <BackButton />
      </PageHead>
      <div className={`at-card ${classes.period}`}>
        {picker}
        <AwayPeriod search={search} today={today} change={change} />
      </div>
      {found === null && <EmptyState title={nothingChosen} />}
      {found?.isError && <LoadError error={found.error} retry={() => void found.refetch()} />}
      {found?.isPending && <PleaseWait />}
      <UndoBand place={place} />
      {found?.data?.meetings.length === 0 && <EmptyState title="No classes in this period" />}
      {found?.data?.more && (
        <Text my="xs">
          Only the first {limits.meetingsAtOnce} classes are listed: choose a shorter period.
        </Text>
      )}
      {found?.data && children(found.data)}
    </>
  );
}
