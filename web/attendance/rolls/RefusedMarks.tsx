import { Alert, Button, Group, Text } from '@mantine/core';
import { timeOfDay } from '#contract/texts.ts';
import type { RollRow } from '#contract/marks.ts';
import type { PendingMark } from '#web/platform/offline/storage.ts';
import { singlePress } from '#web/ui/single-press.ts';
import { afterDecisionMs } from '#web/ui/aimed-press.ts';
import { useSteadyRows } from '#web/ui/useSteadyRows.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import classes from './Attendance.module.css';
import { countMarks, marksText } from './queue/count-marks.ts';
import { instantOf } from './queue/send.ts';
import { useMarkQueue } from './queue/MarkQueueProvider.tsx';
import { markTitle } from './pending-status.ts';

/** Deferred marks that the server rejected, with reasons, until they are dismissed. */
export function RefusedMarks({ marks, roll }: { marks: PendingMark[]; roll: RollRow[] }) {
  const queue = useMarkQueue();
  const {
    config: { time_zone },
    now,
  } = useSession();
  const steady = useSteadyRows<HTMLUListElement>('li', afterDecisionMs);
  if (marks.length === 0) return null;
  const count = countMarks(marks);
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      title={`${marksText(count)} ${count === 1 ? 'was' : 'were'} refused`}
    >
      <ul className={classes.refused} tabIndex={0} aria-label="Refused marks" {...steady}>
        {marks.map((mark) => {
          const title = markTitle(mark, roll);
          const again = mark.asks ? 'Do it anyway' : 'Try again';
          // A closing names whom it marks: who looks at the roll closes it from there.
          const isStale = mark.what.do === 'close' && !mark.asks;
          return (
            <li key={mark.seq}>
              <div>
                <Text size="sm" fw={600}>
                  {title}, {timeOfDay(instantOf(mark, now), time_zone)}
                </Text>
                <Text size="sm">{mark.refused}</Text>
              </div>
              <Group gap="xs">
                {!isStale && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${again}: ${title}`}
                    onClick={singlePress(() => void queue.retry(mark.seq))}
                  >
                    {again}
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Dismiss: ${title}`}
                  onClick={singlePress(() => void queue.dismiss(mark.seq))}
                >
                  Dismiss
                </Button>
              </Group>
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}
