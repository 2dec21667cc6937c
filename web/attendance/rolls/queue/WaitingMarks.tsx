import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import { IconCloudPause, IconCloudX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { countMarks, marksText } from './count-marks.ts';
import { usePendingMarks } from './MarkQueueProvider.tsx';

/** On every page: the number of pending or rejected marks, with a link to their roll. */
export function WaitingMarks() {
  const { waiting, refused, stalled } = usePendingMarks();
  const [first] = refused.length ? refused : stalled ? waiting : [];
  if (!first) return null;
  const count = countMarks(refused.length ? refused : waiting);
  const text = refused.length
    ? `${marksText(count)} refused: see why`
    : `${marksText(count)} waiting for the network`;
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
