import { Button, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayClosing } from '#contract/pay/pay-closing.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { longDate, moment } from '#web/ui/format.ts';
import { closingQuery } from './closing.ts';
import classes from './Portal.module.css';

/** The date until which pay is closed, with buttons to close or reopen it (R-PAY-8). */
export function ClosedUntil({ proposed }: { proposed: string | null }) {
  const can = useCan();
  const queries = useQueryClient();
  const { time_zone, today } = useSession().config;
  const { data } = useQuery(closingQuery);
  if (!data) return null;
  // The form is loaded when it is opened.
  async function open(closing: PayClosing) {
    const { openClosing } = await import('./closing-dialog.tsx');
    openClosing({
      closing,
      proposed: proposed !== null && proposed < today ? proposed : null,
      done: (answer) => queries.setQueryData(closingQuery.queryKey, answer),
    });
  }
  return (
    <div className={classes.closed}>
      <Text size="sm">
        <IconLock size={15} aria-hidden="true" /> {closedText(data, time_zone)}
      </Text>
      {can('Timesheet Admin Portal', 'edit') && (
        <Button size="compact-sm" variant="default" onClick={() => void open(data)}>
          {data.closed_until === null ? 'Close pay …' : 'Change …'}
        </Button>
      )}
    </div>
  );
}

function closedText({ closed_until, changes: [last] }: PayClosing, timeZone: string): string {
  if (!last) return 'No days are closed';
  const until =
    closed_until === null ? 'No days are closed' : `Closed until ${longDate(closed_until)}`;
  const why = last.reason === null ? '' : `: “${last.reason}”`;
  return `${until} (${last.by}, ${moment(last.at, timeZone)}${why})`;
}
