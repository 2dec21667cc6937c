import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Device } from '#contract/attendance/device.ts';
import { listDevices } from '#contract/attendance/devices.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { TryReaderLink } from '#web/school/TryReaderLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { moment } from '#web/ui/format.ts';
import { LoadError } from '#web/ui/LoadError.tsx';
import { PleaseWait } from '#web/ui/PleaseWait.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { openDeviceForm } from './device-form.tsx';
import { DeviceMenu } from './DeviceMenu.tsx';
import { devicesKey, kindTitles, stateOf } from './text.ts';
import classes from './Devices.module.css';

/** What devices report changes without this page: it is read again. */
const againMs = 15_000;

/** Readers and tablets of the rooms (R-DOOR-1). */
export function DevicesPage() {
  const mayEdit = useCan()('Settings', 'edit');
  const queries = useQueryClient();
  const devices = useQuery({
    queryKey: devicesKey,
    queryFn: ({ signal }) => request(listDevices, { signal }),
    refetchInterval: againMs,
  });
  const refresh = useCallback(
    () => void queries.invalidateQueries({ queryKey: devicesKey }),
    [queries],
  );
  return (
    <>
      <PageHead title="Devices">
        <Group gap="xs">
          <TryReaderLink />
          {mayEdit && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => openDeviceForm({ done: refresh })}
            >
              Add device
            </Button>
          )}
        </Group>
      </PageHead>
      <Text c="dimmed" mb="sm">
        Readers and tablets at the doors of rooms. A card that is read there marks its student in
        the class of the room.
      </Text>
      {devices.isPending && <PleaseWait />}
      {devices.isError && <LoadError error={devices.error} retry={() => void devices.refetch()} />}
      {devices.data?.results.length === 0 && (
        <EmptyState title="No device yet">
          Add one for a room. A tablet needs nothing but a browser.
        </EmptyState>
      )}
      {devices.data && devices.data.results.length > 0 && (
        <DeviceTable devices={devices.data.results} mayEdit={mayEdit} refresh={refresh} />
      )}
    </>
  );
}

function DeviceTable({
  devices,
  mayEdit,
  refresh,
}: {
  devices: Device[];
  mayEdit: boolean;
  refresh: () => void;
}) {
  const { time_zone } = useSession().config;
  return (
    <div className="at-scroll">
      <table className="at-table">
        <thead>
          <tr>
            <th>Room</th>
            <th>Name</th>
            <th>Kind</th>
            <th>State</th>
            <th>Last seen</th>
            <th className="at-number">Taps today</th>
            <th className="at-number">Waiting</th>
            <th className="at-number">Battery</th>
            <th>Version</th>
            <th>
              <span className="at-hidden">Options</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => {
            const state = stateOf(device);
            return (
              <tr key={device.id} data-device={device.id}>
                <td>{device.classroom.room_number}</td>
                <td>{device.name}</td>
                <td>{kindTitles[device.kind]}</td>
                <td>
                  <span className={classes[state.colour]}>{state.text}</span>
                </td>
                <td>{device.seen_at === null ? 'Never' : moment(device.seen_at, time_zone)}</td>
                <td className="at-number">{device.taps_today}</td>
                <td className="at-number">{device.waiting ?? ''}</td>
                <td className="at-number">{device.battery === null ? '' : `${device.battery}%`}</td>
                <td>{device.version}</td>
                <td>
                  <DeviceMenu device={device} mayEdit={mayEdit} refresh={refresh} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
