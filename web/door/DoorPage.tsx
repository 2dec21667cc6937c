import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { withGroup } from '#contract/class-name.ts';
import type { DoorClass } from '#contract/attendance/device.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { useReader } from '#web/platform/reader/useReader.ts';
import { createDoor } from './door.ts';
import type { DeviceState, DeviceStore } from './device-store.ts';
import { takeNewVersion } from './new-version.ts';
import { SettingsDialog } from './SettingsDialog.tsx';
import { timeText, waitingText } from './text.ts';
import { useWakeLock } from './useWakeLock.ts';

const CameraView = lazyPart(
  async () => ({
    default: (await import('#web/platform/reader/camera/CameraView.tsx')).CameraView,
  }),
  { onFail: ({ onClose }) => onClose() },
);
/** After a reload the camera reads on. */
const cameraKey = 'door-camera';
/** Until the first answer of the server gives the longest pause between two keys of a reader. */
const usualGapMs = 60;

/** Full screen at the door of a room: readable from two metres, also without the network. */
export function DoorPage({
  store,
  device,
  onEnrolled,
  onRemoved,
}: {
  store: DeviceStore;
  device: DeviceState;
  onEnrolled: (device: DeviceState) => Promise<void>;
  onRemoved: () => void;
}) {
  const door = useMemo(() => createDoor(store, device), [store, device]);
  const { panel, own, place, connection, waiting, time } = useSyncExternalStore(
    door.subscribe,
    door.state,
  );
  const [isSetting, setSetting] = useState(false);
  const [hasCamera, setCamera] = useState(() => localStorage.getItem(cameraKey) === 'on');
  const switchCamera = useCallback((on: boolean) => {
    localStorage.setItem(cameraKey, on ? 'on' : 'off');
    setCamera(on);
  }, []);
  const closeCamera = useCallback(() => switchCamera(false), [switchCamera]);
  useEffect(() => door.start(), [door]);
  useReader({
    gapMs: place?.reader_gap_ms ?? usualGapMs,
    onlyReaders: true,
    onNumber: door.tap,
    onTorn: door.torn,
  });
  useWakeLock();
  useEffect(() => {
    const look = () => takeNewVersion(door.quietMs(), door.state().waiting);
    const timer = setInterval(look, 60_000);
    return () => clearInterval(timer);
  }, [door]);

  return (
    <main className="door">
      <header>
        <h1>{place?.room_number ?? device.name}</h1>
        <time>{timeText(time, place?.time_zone)}</time>
      </header>
      <section
        className="panel"
        data-colour={panel.colour}
        data-taken={panel.isTaken}
        aria-live="assertive"
        aria-atomic="true"
      >
        <p className="title">{panel.title}</p>
        <p className="line">{panel.line}</p>
      </section>
      {hasCamera && <CameraView facing="user" onCard={door.tap} onClose={closeCamera} />}
      <section className="classes" aria-label="Classes">
        {own && <ClassLine what="Now" of={own.current} />}
        {own && <ClassLine what="Next" of={own.next} />}
        {own?.current && own.current.missing.length > 0 && (
          <p className="missing">Missing: {own.current.missing.join(', ')}</p>
        )}
      </section>
      <footer>
        <p role="status" className={connection === 'online' ? 'dim' : 'problem'}>
          {connection === 'refused' && 'This device is not in use any more. Ask an administrator.'}
          {connection === 'offline' && 'No network: taps are saved here.'}
          {waiting > 0 && ` ${waitingText(waiting)}.`}
        </p>
        <span className="buttons">
          {!hasCamera && (
            <button type="button" className="quiet" onClick={() => switchCamera(true)}>
              Camera
            </button>
          )}
          <button type="button" className="quiet" onClick={() => setSetting(true)}>
            Settings
          </button>
        </span>
      </footer>
      {isSetting && (
        <SettingsDialog
          store={store}
          device={device}
          panel={panel}
          onTyped={door.typed}
          waiting={waiting}
          onClose={() => setSetting(false)}
          onEnrolled={onEnrolled}
          onRemoved={onRemoved}
        />
      )}
    </main>
  );
}

function ClassLine({ what, of }: { what: string; of: DoorClass | null }) {
  return (
    <p>
      <span className="dim">{what}</span>{' '}
      {of === null ? (
        <span>{what === 'Now' ? 'No class' : 'No other class today'}</span>
      ) : (
        <span>
          {of.start_time}–{of.end_time}{' '}
          {withGroup(`${of.subject_code} ${of.subject_name}`, of.group_name)}{' '}
          <span className="count">
            {of.present} of {of.enrolled} present
          </span>
        </span>
      )}
    </p>
  );
}
