import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { ClassOnDate } from '#web/school/roll.ts';

declare global {
  interface Document {
    /** Chromium; the other browsers do not read the header. */
    featurePolicy?: { allowsFeature: (feature: string) => boolean };
  }
}

interface RollCamera {
  isOpen: boolean;
  /** Why it cannot be opened: the stored application was opened without the network. */
  prevented?: 'offline';
  open: () => void;
  close: () => void;
}

/**
 * The camera of a roll, open while the address says so. Only the server's document of the roll may
 * use it (R-CAM-2): within one that was opened for another page, the roll is loaded once more.
 */
export function useRollCamera({ id, date }: ClassOnDate): RollCamera {
  const { pathname, search } = useLocation();
  const isOpen = pathname === rollAddress && 'camera' in search && search.camera === 'true';
  const navigate = useNavigate();
  const isAllowed = mayUseCamera();
  // By the browser's Back, in the document of another page.
  const isElsewhere = isOpen && !isAllowed && !isLoadedForCamera();
  useEffect(() => {
    if (isElsewhere) location.reload();
  }, [isElsewhere]);

  const go = useCallback(
    (camera: 'true' | undefined) =>
      void navigate({ to: rollAddress, search: { id, date, camera }, replace: true }),
    [navigate, id, date],
  );
  return {
    isOpen: isOpen && !isElsewhere,
    ...(!isAllowed && { prevented: 'offline' as const }),
    open() {
      if (isAllowed) go('true');
      else location.assign(`${rollAddress}?id=${id}&date=${date}&camera=true`);
    },
    close: useCallback(() => go(undefined), [go]),
  };
}

const rollAddress = '/attendance/add';

function mayUseCamera(): boolean {
  return document.featurePolicy?.allowsFeature('camera') ?? isLoadedForCamera();
}

/** This document was opened at a roll's address with the camera. */
function isLoadedForCamera(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!loaded) return false;
  const { pathname, searchParams } = new URL(loaded.name, location.href);
  return pathname === rollAddress && searchParams.has('camera');
}
