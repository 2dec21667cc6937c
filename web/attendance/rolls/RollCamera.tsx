import { lazy, Suspense } from 'react';
import type { useRollCamera } from './useRollCamera.ts';

const CameraView = lazy(async () => ({
  default: (await import('#web/platform/reader/camera/CameraView.tsx')).CameraView,
}));

interface RollCameraProps {
  camera: ReturnType<typeof useRollCamera>;
  onCard: (card: string) => void;
}

/** The picture of the camera that reads cards, while it is open. */
export function RollCamera({ camera, onCard }: RollCameraProps) {
  if (!camera.isOpen) return null;
  return (
    <Suspense>
      <CameraView
        facing="environment"
        prevented={camera.prevented}
        onCard={onCard}
        onClose={camera.close}
      />
    </Suspense>
  );
}
