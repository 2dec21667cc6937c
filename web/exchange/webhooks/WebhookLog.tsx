import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listWebhookDeliveries,
  replayWebhookDeliveries,
} from '#contract/exchange/webhooks.endpoints.ts';
import type { DeliveryState } from '#contract/exchange/webhook-terms.ts';
import type { Webhook, WebhookDelivery } from '#contract/exchange/webhook.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { moment } from '#web/ui/format.ts';
import { Paging } from '#web/ui/list/Paging.tsx';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { toast } from '#web/ui/toasts.ts';
import { deliveryTitles, outcomeOf, webhooksKey } from './text.ts';
import classes from './Webhooks.module.css';

interface LogProps {
  webhook: Pick<Webhook, 'id' | 'name' | 'state' | 'created_at'>;
  mayEdit: boolean;
  /** After events are sent again. */
  done: () => void;
}

/** Opens what was sent to a webhook and what came of it (R-HOOK-4). */
export function openWebhookLog(props: LogProps): void {
  modals.open({
    title: `Log of ${props.webhook.name}`,
    size: 'xl',
    children: <WebhookLog {...props} />,
  });
}

const choices = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: deliveryTitles.waiting },
  { value: 'delivered', label: deliveryTitles.delivered },
  { value: 'failed', label: deliveryTitles.failed },
];
const isState = (text: string): text is DeliveryState => Object.hasOwn(deliveryTitles, text);

/** What is under way changes without this page: it is read again. */
const againMs = 5000;

function WebhookLog({ webhook: { id, state, created_at }, mayEdit, done }: LogProps) {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState('all');
  const [isBusy, setBusy] = useState(false);
  const log = useQuery({
    queryKey: [...webhooksKey, id, 'log', shown, page],
    queryFn: ({ signal }) =>
      request(listWebhookDeliveries, {
        params: { id },
        query: { page, ...(isState(shown) && { state: shown }) },
        signal,
      }),
    placeholderData: (before) => before,
    refetchInterval: againMs,
  });
  const mayReplay = mayEdit && state !== 'disabled';

  async function replay(body: { deliveries: number[] } | { failed_since: string }) {
    setBusy(true);
    try {
      const { replayed } = await request(replayWebhookDeliveries, { params: { id }, body });
      toast(
        'success',
        replayed === 1 ? '1 event is sent again' : `${replayed} events are sent again`,
      );
    } catch (error) {
      toast('error', asError(error).message);
    }
    await log.refetch();
    setBusy(false);
    done();
  }

  if (log.isPending) return <PleaseWait />;
  if (log.isError) return <LoadError error={log.error} retry={() => void log.refetch()} />;
  const { results, total } = log.data;
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label="Events"
          size="xs"
          value={shown}
          data={choices}
          onChange={(next) => {
            setShown(next);
            setPage(1);
          }}
        />
        {mayReplay && (
          <Button
            size="compact-sm"
            disabled={isBusy}
            onClick={() => void replay({ failed_since: created_at })}
          >
            Send all failed again
          </Button>
        )}
      </Group>
      {total === 0 ? (
        <Text role="status">No event here.</Text>
      ) : (
        <>
          <LogTable
            events={results}
            sendAgain={
              mayReplay ? (delivery) => void replay({ deliveries: [delivery] }) : undefined
            }
            isBusy={isBusy}
          />
          <Paging page={page} total={total} shown={results.length} go={setPage} />
        </>
      )}
    </Stack>
  );
}

function LogTable({
  events,
  sendAgain,
  isBusy,
}: {
  events: WebhookDelivery[];
  sendAgain: ((delivery: number) => void) | undefined;
  isBusy: boolean;
}) {
  const { time_zone } = useSession().config;
  return (
    <div className="at-scroll">
      <table className="at-table">
        <thead>
          <tr>
            <th>Time</th>
            <th>Event</th>
            <th>State</th>
            <th className="at-number">Attempts</th>
            <th>Latest attempt</th>
            <th>
              <span className="at-hidden">Send again</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {events.map((one) => (
            <tr key={one.id} data-event={one.id}>
              <td>{moment(one.at, time_zone)}</td>
              <td>
                {one.event}
                <Text size="xs" c="dimmed">
                  {aboutText(one)}
                </Text>
              </td>
              <td>
                <span className={colourOf(one)}>{deliveryTitles[one.state]}</span>
                {one.state === 'waiting' && one.next_at !== null && (
                  <Text size="xs" c="dimmed">
                    until {moment(one.next_at, time_zone)}
                  </Text>
                )}
              </td>
              <td className="at-number">{one.attempts}</td>
              <td className={classes.address}>
                {outcomeOf(one)}
                {one.duration_ms !== null && ` (${one.duration_ms} ms)`}
              </td>
              <td>
                {sendAgain && one.state !== 'waiting' && one.event !== 'test' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    disabled={isBusy}
                    aria-label={`Send ${one.event} of ${moment(one.at, time_zone)} again`}
                    onClick={() => sendAgain(one.id)}
                  >
                    Send again
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const colourOf = ({ state }: WebhookDelivery) =>
  state === 'delivered' ? classes.good : state === 'failed' ? classes.bad : classes.dim;

/** "student 5, class 7, 2026-03-02" */
const aboutText = ({ student, class_schedule, date }: WebhookDelivery): string =>
  [
    student === null ? '' : `student ${student}`,
    class_schedule === null ? '' : `class ${class_schedule}`,
    date ?? '',
  ]
    .filter(Boolean)
    .join(', ');
