import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconKey,
  IconList,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import type { Webhook } from '#contract/exchange/webhook.ts';
import { webhookActions } from './webhook-actions.ts';
import { openWebhookForm } from './webhook-form.tsx';
import { openWebhookLog } from './WebhookLog.tsx';

/** What can be done with a webhook. */
export function WebhookMenu({
  webhook,
  mayEdit,
  refresh,
}: {
  webhook: Webhook;
  mayEdit: boolean;
  refresh: () => void;
}) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`Options of ${webhook.name}`}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconList size={16} aria-hidden="true" />}
          onClick={() => openWebhookLog({ webhook, mayEdit, done: refresh })}
        >
          Log
        </Menu.Item>
        {mayEdit && <EditItems webhook={webhook} refresh={refresh} />}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What only users who may edit webhooks do. */
function EditItems({ webhook, refresh }: { webhook: Webhook; refresh: () => void }) {
  const { test, renew, enable, disable, remove } = webhookActions(webhook, refresh);
  return (
    <>
      <Menu.Item
        leftSection={<IconSend size={16} aria-hidden="true" />}
        onClick={() => void test()}
      >
        Send a test event
      </Menu.Item>
      <Menu.Item
        leftSection={<IconPencil size={16} aria-hidden="true" />}
        onClick={() => openWebhookForm({ webhook, done: refresh })}
      >
        Change
      </Menu.Item>
      <Menu.Item
        leftSection={<IconKey size={16} aria-hidden="true" />}
        onClick={() => void renew()}
      >
        New secret
      </Menu.Item>
      {webhook.state === 'disabled' ? (
        <Menu.Item
          leftSection={<IconPlayerPlay size={16} aria-hidden="true" />}
          onClick={() => void enable()}
        >
          Enable
        </Menu.Item>
      ) : (
        <Menu.Item
          leftSection={<IconPlayerPause size={16} aria-hidden="true" />}
          onClick={() => void disable()}
        >
          Disable
        </Menu.Item>
      )}
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        onClick={() => void remove()}
      >
        Delete
      </Menu.Item>
    </>
  );
}
