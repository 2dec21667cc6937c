import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { watchCamera, type CameraState, type Facing, type Picture } from './watch.ts';

declare global {
  // Of the Image Capture specification: Chromium on Android.
  interface MediaTrackCapabilities {
    torch?: boolean;
  }
  interface MediaTrackConstraintSet {
    torch?: boolean;
  }
}

/** The camera that was chosen in this browser. */
const storageKey = 'camera';

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  /** Null where it shows no code. */
  picture: Picture | null;
  /** The card that was read last. */
  last: string | null;
  /** Of several cameras; empty otherwise. */
  cameras: { id: string; label: string }[];
  /** The id of the camera that is shown. */
  current: string | null;
  choose: (id: string) => void;
  /** Null where the camera has no light. */
  torch: boolean | null;
  setTorch: (on: boolean) => void;
  again: () => void;
}

interface CameraOptions {
  facing: Facing;
  onCard: (card: string) => void;
}

/** The camera as a reader of cards, while the page is seen. */
export function useCamera({ facing, onCard }: CameraOptions): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onCard);
  useEffect(() => {
    latest.current = onCard;
  });
  const [state, setState] = useState<CameraState>('asking');
  const [picture, setPicture] = useState<Picture | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const [cameras, setCameras] = useState<Camera['cameras']>([]);
  const [device, setDevice] = useState(() => localStorage.getItem(storageKey));
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);
  const [torch, setTorch] = useState<boolean | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isShown = useSyncExternalStore(subscribeToVisibility, isVisible);

  useEffect(() => {
    if (!isShown || !video.current) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const ifOn =
      <Value>(set: (value: Value) => void) =>
      (value: Value) => {
        if (!signal.aborted) set(value);
      };
    void watchCamera({
      video: video.current,
      device,
      facing,
      signal,
      onState: ifOn(setState),
      onOpen: ifOn((opened: MediaStreamTrack) => {
        setTrack(opened);
        setTorch(opened.getCapabilities?.().torch ? false : null);
        void listCameras().then(ifOn(setCameras));
      }),
      // Most pictures show nothing: no render for each of them.
      onSeen: ifOn((next: Picture) => setPicture(next.codes.length > 0 ? next : null)),
      onCard: ifOn((card: string) => {
        setLast(card);
        latest.current(card);
      }),
    });
    return () => {
      end.abort();
      setTrack(null);
      setPicture(null);
    };
  }, [isShown, device, facing, attempt]);

  return {
    video,
    state,
    picture,
    last,
    cameras,
    current: track?.getSettings().deviceId ?? null,
    choose(id) {
      localStorage.setItem(storageKey, id);
      setDevice(id);
    },
    torch,
    setTorch(on) {
      void track?.applyConstraints({ advanced: [{ torch: on }] }).then(() => setTorch(on));
    },
    again: () => setAttempt((before) => before + 1),
  };
}

/** Their names are known once one of them may be used. */
async function listCameras(): Promise<Camera['cameras']> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const found = devices.filter(({ kind }) => kind === 'videoinput');
  if (found.length < 2) return [];
  return found.map(({ deviceId, label }, place) => ({
    id: deviceId,
    label: label || `Camera ${place + 1}`,
  }));
}

const isVisible = () => document.visibilityState === 'visible';
function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
