import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconCloudPause, IconCloudX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePendingMarks } from './MarkQueueProvider.tsx';

const marks = (count: number) => (count === 1 ? '1 mark' : `${count} marks`);

/** On every page: the number of pending or rejected marks, with a link to their roll. */
export function WaitingMarks() {
  const { waiting, refused, stalled } = usePendingMarks();
  const [first] = refused.length ? refused : stalled ? waiting : [];
  if (!first) return null;
  const count = refused.length || waiting.length;
  const text = refused.length
    ? `${marks(count)} refused: see why`
    : `${marks(count)} waiting for the network`;
  return (
    <Tooltip label={text} withinPortal={false}>
      <Indicator
        label={count}
        size={18}
        color={refused.length ? 'red.9' : '#f4a93a'}
        c={refused.length ? undefined : '#3a2500'}
      >
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={text}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/attendance/add"
              search={{ id: first.class_schedule, date: first.date }}
            />
          )}
        >
          {refused.length ? (
            <IconCloudX size={20} aria-hidden="true" />
          ) : (
            <IconCloudPause size={20} aria-hidden="true" />
          )}
        </ActionIcon>
      </Indicator>
    </Tooltip>
  );
}
