import { Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { Device, DeviceCode } from '#contract/attendance/device.ts';
import { makeDeviceCode, makeDeviceKey } from '#contract/attendance/devices.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { OnceSecret } from '#web/ui/OnceSecret.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { toast } from '#web/ui/toasts.ts';

/** Makes the key of a reader, or the code of a tablet, and shows it once. */
export async function openKey(
  { id, name, kind }: Pick<Device, 'id' | 'name' | 'kind'>,
  done: () => void,
): Promise<void> {
  try {
    const params = { id };
    const content =
      kind === 'tablet' ? (
        <TabletCode code={await request(makeDeviceCode, { params })} />
      ) : (
        <ReaderKey device={id} secret={(await request(makeDeviceKey, { params })).key} />
      );
    modals.open({
      title: `${kind === 'tablet' ? 'Code' : 'Key'} of ${name}`,
      children: content,
      size: 'lg',
      closeOnClickOutside: false,
    });
    done();
  } catch (error) {
    toast('error', asError(error).message);
  }
}

function TabletCode({ code: { code, address } }: { code: DeviceCode }) {
  return (
    <Stack>
      <Text>
        Scan this with the tablet, or open <b>{address.replace(/#.*/, '')}</b> there and enter the
        code. It works once, for ten minutes.
      </Text>
      <Group justify="center">
        <QrCode text={address} label="The page of the door with the code" size={220} />
      </Group>
      <Text ta="center" size="xl" fw={700} ff="monospace">
        {code.slice(0, 5)} {code.slice(5)}
      </Text>
    </Stack>
  );
}

function ReaderKey({ device, secret }: { device: number; secret: string }) {
  return (
    <OnceSecret secret={secret} what="key">
      Enter this key in the program of the reader. It is shown only now; a new key ends this one.
      The number of the device is {device}.
    </OnceSecret>
  );
}
