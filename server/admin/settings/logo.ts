import { getLogo } from '#contract/admin/settings.endpoints.ts';

/** The address of the institute's picture, which changes with it. @param hash null for none. */
export const logoAddress = (hash: string | null): string | null =>
  hash === null ? null : `/api/v2${getLogo.path}?v=${hash}`;
