import { ActionIcon, Menu } from '@mantine/core';
import {
  IconChecklist,
  IconDots,
  IconKey,
  IconList,
  IconPencil,
  IconPlugOff,
} from '@tabler/icons-react';
import type { Device } from '#contract/attendance/device.ts';
import { revokeDevice } from '#contract/attendance/devices.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { confirm } from '#web/ui/confirm.ts';
import { toast } from '#web/ui/toasts.ts';
import { openDeviceForm } from './device-form.tsx';
import { openKey } from './device-key.tsx';
import { openTaps } from './DeviceTaps.tsx';
import { openHeldTaps } from './HeldTaps.tsx';

/** What can be done with a device. */
export function DeviceMenu({
  device,
  mayEdit,
  refresh,
}: {
  device: Device;
  mayEdit: boolean;
  refresh: () => void;
}) {
  const { id, name, kind } = device;
  const isRevoked = device.revoked_at !== null;

  async function run(work: () => Promise<string>) {
    try {
      toast('success', await work());
    } catch (error) {
      toast('error', asError(error).message);
    }
    refresh();
  }

  async function makeKey() {
    const sure =
      !device.has_key ||
      (await confirm({
        title: kind === 'tablet' ? 'Make a new code?' : 'Make a new key?',
        text:
          kind === 'tablet'
            ? 'The tablet that has this device now stops when another one uses the code.'
            : 'The reader stops until the new key is entered.',
        yes: 'Make it',
        no: 'Cancel',
      }));
    if (sure) await openKey(device, refresh);
  }

  async function revoke() {
    const sure = await confirm({
      title: `Revoke ${name}?`,
      text: 'Its key ends at once, for ever. Taps that it made before and sends later are held for your decision.',
      yes: 'Revoke',
      no: 'Cancel',
      danger: true,
    });
    if (!sure) return;
    await run(async () => {
      await request(revokeDevice, { params: { id } });
      return `${name} revoked`;
    });
  }

  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`Options of ${name}`}>
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconList size={16} aria-hidden="true" />}
          onClick={() => openTaps(device)}
        >
          Taps
        </Menu.Item>
        {mayEdit && !isRevoked && (
          <>
            <Menu.Item
              leftSection={<IconPencil size={16} aria-hidden="true" />}
              onClick={() => openDeviceForm({ device, done: refresh })}
            >
              Change, or move to another room
            </Menu.Item>
            <Menu.Item
              leftSection={<IconKey size={16} aria-hidden="true" />}
              onClick={() => void makeKey()}
            >
              {kind === 'tablet' ? 'New code' : 'New key'}
            </Menu.Item>
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconPlugOff size={16} aria-hidden="true" />}
              onClick={() => void revoke()}
            >
              Revoke
            </Menu.Item>
          </>
        )}
        {mayEdit && device.held > 0 && (
          <Menu.Item
            leftSection={<IconChecklist size={16} aria-hidden="true" />}
            onClick={() => openHeldTaps({ device, done: refresh })}
          >
            Held taps
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
