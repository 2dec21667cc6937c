import type { QueryClient } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/session.ts';

const name = 'shared_computer';

/** Whether this computer is marked as shared; stays until it is reset. */
export const isSharedComputer = (): boolean => localStorage.getItem(name) === 'true';

export function setSharedComputer(shared: boolean): void {
  if (shared) localStorage.setItem(name, 'true');
  else localStorage.removeItem(name);
}

/**
 * Whether rolls and pending marks may be stored on this device: neither the institute nor the
 * computer's users object.
 */
export const canStore = (config: Pick<PublicConfig, 'keep_on_device'> | undefined): boolean =>
  config?.keep_on_device !== false && !isSharedComputer();

/** The same, by the previously loaded configuration. */
export const canStoreNow = (queries: QueryClient): boolean =>
  canStore(queries.getQueryData<PublicConfig>(['config']));
