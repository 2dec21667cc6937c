import { useEffect, useId } from 'react';
import classes from './CameraView.module.css';
import { useCamera } from './useCamera.ts';
import type { CameraState, Facing } from './watch.ts';

const texts: Record<CameraState, string> = {
  asking: 'Please Wait. If the browser asks, allow the camera.',
  starting: 'Please Wait',
  running: 'Hold the code of a card into the picture.',
  denied:
    'The camera is not allowed here. Allow it in the browser’s settings for this site, beside the address; then try again.',
  none: 'There is no camera. Connect one, and try again.',
  busy: 'The camera is used by another program. Close that, and try again.',
  insecure: 'The camera needs an address that begins with https.',
  unread: 'The program that reads codes could not be loaded. Try again when the network is back.',
  offline: 'The camera can be opened when the network is back.',
};
const isWell = (state: CameraState) =>
  state === 'asking' || state === 'starting' || state === 'running';

interface CameraViewProps {
  facing: Facing;
  /** A card came into view: treated as by a card reader. */
  onCard: (card: string) => void;
  onClose: () => void;
  /** Why the camera is not even tried. */
  prevented?: 'offline';
}

/** The camera as a reader of cards: QR codes, Code 128, Code 39 and EAN (R-CAM-1). */
export function CameraView({ prevented, ...props }: CameraViewProps) {
  const { onClose } = props;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Escape closes what is open above it first.
      if (event.key === 'Escape' && !document.querySelector('dialog[open], [role="dialog"]'))
        onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onClose]);
  return (
    <section className={classes.camera} aria-label="Camera">
      {prevented ? (
        <p role="alert">{texts[prevented]}</p>
      ) : (
        <OpenCamera facing={props.facing} onCard={props.onCard} />
      )}
      <button type="button" className={classes.close} onClick={onClose}>
        Close camera
      </button>
    </section>
  );
}

function OpenCamera({ facing, onCard }: Pick<CameraViewProps, 'facing' | 'onCard'>) {
  const id = useId();
  const camera = useCamera({ facing, onCard });
  const { video, state, picture, last, cameras, current, torch } = camera;
  const hasPicture = state === 'starting' || state === 'running';
  return (
    <>
      <div className={classes.picture} hidden={!hasPicture}>
        <video ref={video} muted playsInline aria-label="Picture of the camera" />
        {picture && (
          <svg viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
            {picture.codes.map(({ corners }) => {
              const points = corners.map(({ x, y }) => `${x},${y}`).join(' ');
              return <polygon key={points} points={points} />;
            })}
          </svg>
        )}
      </div>
      <div className={classes.text}>
        <p role={isWell(state) ? 'status' : 'alert'}>{texts[state]}</p>
        {state === 'running' && last !== null && <p className={classes.last}>Read: {last}</p>}
        {!isWell(state) && state !== 'insecure' && (
          <button type="button" onClick={camera.again}>
            Try again
          </button>
        )}
        {cameras.length > 0 && (
          <p>
            <label htmlFor={`${id}-camera`}>Camera</label>
            <select
              id={`${id}-camera`}
              value={current ?? ''}
              onChange={(event) => camera.choose(event.target.value)}
            >
              {cameras.map((it) => (
                <option key={it.id} value={it.id}>
                  {it.label}
                </option>
              ))}
            </select>
          </p>
        )}
        {torch !== null && hasPicture && (
          <button type="button" aria-pressed={torch} onClick={() => camera.setTorch(!torch)}>
            Light
          </button>
        )}
      </div>
    </>
  );
}
