import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../http/api-error.ts';

/** A provider's public keys, and which version of them is in use. */
export interface ProviderKeys {
  /** Finds the key of a token; loads the set first when it is older than `maxAgeMs`. */
  find: JWTVerifyGetKey;
  /**
   * Changes whenever the set was loaded again. What was verified with another version must be verified again.
   * @throws ApiError 503 while the provider cannot be reached and no set was ever loaded.
   */
  version(): Promise<object>;
}

/** A key that the provider withdrew is accepted no longer than this, in milliseconds. */
export const maxAgeMs = 30_000;
/** From this age on the set is loaded in the background, so that requests seldom wait for it. */
const refreshAgeMs = 20_000;
/** Pause after a failed load; meanwhile the previous set serves. */
const retryMs = 3000;
const timeoutMs = 5000;
/** How long a request waits for a newer set while there is a previous one: a tap must not hang with the provider. */
const waitMs = 500;

export const providerDown = () =>
  new ApiError(503, { detail: 'The sign-in service cannot be reached at the moment; try again.' }, { 'retry-after': '2' });

/** Keys that are ours: they never change while the process runs. */
export function localKeys(keys: JSONWebKeySet): ProviderKeys {
  const version = {};
  return { find: createLocalJWKSet(keys), version: async () => version };
}

/**
 * Keys that are found through the issuer's discovery document. The previous set serves only while the provider cannot
 * be reached, because tokens that were issued before must go on working then.
 * @param monotonic milliseconds of a clock that is never set back: a withdrawn key must not come back with the wall clock.
 */
export function remoteKeys(issuer: string, monotonic: () => number = () => performance.now()): ProviderKeys {
  let find: JWTVerifyGetKey | null = null;
  let version: object = {};
  let loadedAt = -Infinity;
  let failedAt = -Infinity;
  let loading: Promise<void> | null = null;

  async function load(): Promise<void> {
    try {
      const startedAt = monotonic();
      // Each time: the provider may have moved its keys.
      const remote = await discover(issuer);
      await remote.reload();
      find = createLocalJWKSet(remote.jwks()!);
      version = {};
      loadedAt = startedAt;
      failedAt = -Infinity;
    } catch {
      failedAt = monotonic();
    }
  }

  const loadOnce = () => (loading ??= load().finally(() => (loading = null)));

  async function current(): Promise<JWTVerifyGetKey> {
    const now = monotonic();
    const age = now - loadedAt;
    if (now - failedAt > retryMs) {
      if (age > maxAgeMs) await (find ? Promise.race([loadOnce(), wait(waitMs)]) : loadOnce());
      else if (age > refreshAgeMs) void loadOnce();
    }
    if (!find) throw providerDown();
    return find;
  }

  return {
    async find(header, token) {
      const keys = await current();
      try {
        return await keys(header, token);
      } catch (error) {
        // A key that is newer than the set; at most one load in `retryMs`, whatever tokens name.
        if (monotonic() - loadedAt < retryMs) throw error;
        await loadOnce();
        return (find ?? keys)(header, token);
      }
    },
    async version() {
      await current();
      return version;
    },
  };
}

async function discover(issuer: string) {
  const address = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  const found = (await answer.json()) as { jwks_uri: string };
  return createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: timeoutMs, cooldownDuration: 0 });
}
