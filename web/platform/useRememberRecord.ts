import { useCallback } from 'react';
import { canStore } from './offline/device.ts';
import { useSession, useUser } from './SessionProvider.tsx';
import { rememberOpened, type Opened } from './recent.ts';

/** Offers opened records again in the palette, if the device may store personal data. */
export function useRememberRecord(): (path: string, record: NonNullable<Opened['record']>) => void {
  const { config } = useSession();
  const { email } = useUser();
  const stores = canStore(config);
  return useCallback(
    (path, record) => {
      if (stores) rememberOpened(email, { path, at: Date.now(), record });
    },
    [stores, email],
  );
}
