import { lazyPart } from '#web/ui/lazy-part.tsx';
import { partNotLoaded } from '#web/ui/not-loaded.ts';
import type { useRollCamera } from './useRollCamera.ts';

const CameraView = lazyPart(
  async () => ({
    default: (await import('#web/platform/reader/camera/CameraView.tsx')).CameraView,
  }),
  { onFail: ({ onClose }) => partNotLoaded(onClose) },
);

interface RollCameraProps {
  camera: ReturnType<typeof useRollCamera>;
  onCard: (card: string) => void;
}

/** The picture of the camera that reads cards, while it is open. */
export function RollCamera({ camera, onCard }: RollCameraProps) {
  if (!camera.isOpen) return null;
  return (
    <CameraView
      facing="environment"
      prevented={camera.prevented}
      onCard={onCard}
      onClose={camera.close}
    />
  );
}
