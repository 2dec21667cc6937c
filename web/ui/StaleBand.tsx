import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { dayOf, timeOfDay } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { dayAndMonth } from './format.ts';

export type Read = Pick<
  UseQueryResult,
  | 'data'
  | 'isFetching'
  | 'isPlaceholderData'
  | 'error'
  | 'failureReason'
  | 'dataUpdatedAt'
  | 'refetch'
>;

/** How often what has failed is read again, in milliseconds. */
const pollMs = 5000;

/** Says from when the data are that a page still shows while reading them again fails, and tries that again (R-ROLL-22). */
export function StaleBand({
  reads,
  title = 'This page is not up to date',
  text,
}: {
  reads: Read[];
  title?: string;
  text?: string;
}) {
  const since = useAsOf();
  const failed = reads.filter(
    (read) => read.data !== undefined && !read.isPlaceholderData && failureOf(read),
  );
  const [first] = failed;
  const isStale = first !== undefined;
  const readAgain = useEffectEvent(() => {
    for (const { isFetching, refetch } of failed) if (!isFetching) void refetch();
  });
  // Also what no stream announces: else the band would stay while the page is up to date.
  useEffect(() => {
    if (!isStale) return;
    const timer = setInterval(() => !document.hidden && readAgain(), pollMs);
    window.addEventListener('online', readAgain);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', readAgain);
    };
  }, [isStale]);
  if (!first) return null;
  const oldest = Math.min(...failed.map(({ dataUpdatedAt }) => dataUpdatedAt));
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconCloudOff aria-hidden="true" />}
      title={title}
      role="status"
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Shown as of {since(oldest)}. {text ?? failureOf(first)?.message}
        </Text>
        <Button
          size="xs"
          variant="default"
          onClick={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
        >
          Retry
        </Button>
      </Group>
    </Alert>
  );
}

/** Also while a failed call is tried again. */
const failureOf = ({ error, failureReason }: Read) => error ?? failureReason;

/** A time of today in the institute's time zone, with its day where it is another one. */
function useAsOf(): (at: number) => string {
  const { config, now } = useSession();
  const zone = config.time_zone;
  const today = dayOf(now().toISOString(), zone);
  return (at) => {
    // By the institute's clock, whatever the browser's.
    const instant = new Date(at + now().getTime() - Date.now()).toISOString();
    const day = dayOf(instant, zone);
    return `${day === today ? '' : `${dayAndMonth(day)}, `}${timeOfDay(instant, zone)}`;
  };
}
