import type { QueryClient } from '@tanstack/react-query';
import type { PublicConfig } from '../../../contract/session.ts';

const name = 'shared_computer';

/** Whether somebody said that this computer is shared; it stays so until somebody takes it back. */
export const isSharedComputer = (): boolean => localStorage.getItem(name) === 'true';

export function setSharedComputer(shared: boolean): void {
  if (shared) localStorage.setItem(name, 'true');
  else localStorage.removeItem(name);
}

/** Whether rolls and marks that wait may be stored on this device: neither the institute nor the computer's users object. */
export const mayStore = (config: Pick<PublicConfig, 'keep_on_device'> | undefined): boolean =>
  config?.keep_on_device !== false && !isSharedComputer();

/** The same, by the configuration that was loaded last. */
export const mayStoreNow = (queries: QueryClient): boolean => mayStore(queries.getQueryData<PublicConfig>(['config']));
