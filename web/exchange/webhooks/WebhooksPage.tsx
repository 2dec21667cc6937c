import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listWebhooks } from '#contract/exchange/webhooks.endpoints.ts';
import type { Webhook } from '#contract/exchange/webhook.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { kindTitles, stateOf, webhooksKey } from './text.ts';
import { openWebhookForm } from './webhook-form.tsx';
import { WebhookMenu } from './WebhookMenu.tsx';
import classes from './Webhooks.module.css';

/** Deliveries change without this page: it is read again. */
const againMs = 15_000;

/** Addresses of other programs that are notified of changes (R-HOOK-1). */
export function WebhooksPage() {
  const mayEdit = useCan()('Settings', 'edit');
  const queries = useQueryClient();
  const webhooks = useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => request(listWebhooks, { signal }),
    refetchInterval: againMs,
  });
  const refresh = useCallback(
    () => void queries.invalidateQueries({ queryKey: webhooksKey }),
    [queries],
  );
  return (
    <>
      <PageHead title="Webhooks">
        {mayEdit && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => openWebhookForm({ done: refresh })}
          >
            Add webhook
          </Button>
        )}
      </PageHead>
      <Text c="dimmed" mb="sm">
        Other programs are notified when something changes here: a signed request to their address.
        What fails is tried again, for more than three days.
      </Text>
      {webhooks.isPending && <PleaseWait />}
      {webhooks.isError && (
        <LoadError error={webhooks.error} retry={() => void webhooks.refetch()} />
      )}
      {webhooks.data?.total === 0 && (
        <EmptyState title="No webhook yet">
          Add the address of a program that has to know of changes at once.
        </EmptyState>
      )}
      {webhooks.data && webhooks.data.total > 0 && (
        <WebhookTable webhooks={webhooks.data.results} mayEdit={mayEdit} refresh={refresh} />
      )}
    </>
  );
}

function WebhookTable({
  webhooks,
  mayEdit,
  refresh,
}: {
  webhooks: Webhook[];
  mayEdit: boolean;
  refresh: () => void;
}) {
  const { time_zone } = useSession().config;
  return (
    <div className="at-scroll">
      <table className="at-table">
        <thead>
          <tr>
            <th>Name</th>
            <th>Address</th>
            <th>Notified of</th>
            <th>State</th>
            <th>Last success</th>
            <th className="at-number">Waiting</th>
            <th className="at-number">Failed</th>
            <th>
              <span className="at-hidden">Options</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => {
            const { text, colour } = stateOf(webhook);
            return (
              <tr key={webhook.id} data-webhook={webhook.id}>
                <td>{webhook.name}</td>
                <td className={classes.address}>{webhook.url}</td>
                <td>
                  {webhook.kinds.map((kind) => kindTitles[kind]).join(', ')}
                  {webhook.with_names && (
                    <Text size="xs" c="dimmed">
                      with names
                    </Text>
                  )}
                </td>
                <td>
                  <span className={classes[colour]}>{text}</span>
                  {webhook.failing_since !== null && (
                    <Text size="xs" c="dimmed">
                      since {moment(webhook.failing_since, time_zone)}
                    </Text>
                  )}
                </td>
                <td>
                  {webhook.delivered_at === null
                    ? 'Never'
                    : moment(webhook.delivered_at, time_zone)}
                </td>
                <td className="at-number">{webhook.waiting}</td>
                <td className="at-number">{webhook.failed}</td>
                <td>
                  <WebhookMenu webhook={webhook} mayEdit={mayEdit} refresh={refresh} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
