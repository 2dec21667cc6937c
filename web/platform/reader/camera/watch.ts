import { createCodeFilter } from './code-filter.ts';
import { openDetector, type SeenCode } from './detector.ts';

/** `user`: the camera above the screen; `environment`: the one on a phone's back. */
export type Facing = 'user' | 'environment';

/**
 * `denied`: by the user or the browser; `none`: there is no camera; `busy`: another program has it;
 * `insecure`: the address has no TLS; `unread`: codes cannot be read; `offline`: this document was opened
 * without the network, and only the server's own may use the camera.
 */
const cameraProblems = ['denied', 'none', 'busy', 'insecure', 'unread', 'offline'] as const;
type CameraProblem = (typeof cameraProblems)[number];
/** `asking`: for the permission; `starting`: the picture is there, its codes are not read yet. */
export type CameraState = 'asking' | 'starting' | 'running' | CameraProblem;

/** The pause between two pictures that are read, in milliseconds. */
const pauseMs = 120;
/** Pictures in a row that could not be read. */
const maxFailures = 10;
const pictureSize = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** What the camera shows now. */
export interface Picture {
  codes: SeenCode[];
  /** In pixels, as the corners of the codes. */
  width: number;
  height: number;
}

interface WatchOptions {
  video: HTMLVideoElement;
  /** The camera of this id; without it the one that faces so. */
  device: string | null;
  facing: Facing;
  /** Ends it, and releases the camera. */
  signal: AbortSignal;
  onState: (state: CameraState) => void;
  onOpen: (track: MediaStreamTrack) => void;
  onSeen: (picture: Picture) => void;
  /** A card came into view. */
  onCard: (card: string) => void;
}

/** Shows the camera and reads the codes of cards, until the signal. Never rejects: problems are states. */
export async function watchCamera(options: WatchOptions): Promise<void> {
  const { video, signal, onState, onOpen } = options;
  let stream: MediaStream | undefined;
  try {
    onState('asking');
    stream = await openStream(options);
    const [track] = stream.getVideoTracks();
    if (!track || signal.aborted) return;
    track.addEventListener('ended', () => onState('none'));
    onState('starting');
    onOpen(track);
    video.srcObject = stream;
    await video.play();
    await readCodes(options);
  } catch (error) {
    if (!signal.aborted) onState(problemOf(error));
  } finally {
    for (const track of stream?.getTracks() ?? []) track.stop();
    video.srcObject = null;
  }
}

async function openStream({ device, facing }: WatchOptions): Promise<MediaStream> {
  const open = (which: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ audio: false, video: { ...pictureSize, ...which } });
  const anyOne = { facingMode: { ideal: facing } };
  if (device === null) return open(anyOne);
  return open({ deviceId: { exact: device } }).catch((error: unknown) => {
    // It is not connected any more.
    if (problemOf(error) === 'none') return open(anyOne);
    throw error;
  });
}

async function readCodes({ video, signal, onState, onSeen, onCard }: WatchOptions): Promise<void> {
  const detect = await openDetector().catch((error: unknown) => {
    console.error('The reading of barcodes could not be loaded:', error);
    throw new CannotRead();
  });
  const filter = createCodeFilter();
  let failures = 0;
  if (!signal.aborted) onState('running');
  while (!signal.aborted) {
    try {
      const seen = await detect(video);
      failures = 0;
      if (signal.aborted) return;
      onSeen({ codes: seen, width: video.videoWidth, height: video.videoHeight });
      for (const card of filter.news(seen, performance.now())) onCard(card);
    } catch (error) {
      // One picture may be unreadable, as while the camera turns.
      if (++failures < maxFailures) continue;
      console.error('Codes cannot be read:', error);
      throw new CannotRead();
    } finally {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

class CannotRead extends Error {}

function problemOf(error: unknown): CameraProblem {
  if (error instanceof CannotRead) return 'unread';
  if (navigator.mediaDevices === undefined) return 'insecure';
  const name = error instanceof DOMException ? error.name : '';
  if (['NotAllowedError', 'NotSupportedError', 'SecurityError'].includes(name)) return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  return 'busy';
}
