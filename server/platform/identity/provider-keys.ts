import {
  createLocalJWKSet,
  createRemoteJWKSet,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../http/api-error.ts';
import { required } from '../required.ts';

/** A provider's public keys and their version. */
interface ProviderKeys {
  /** Finds the key of a token; reloads the set when it is older than `maxAgeMs`. */
  find: JWTVerifyGetKey;
  /**
   * Changes with every reload. Tokens verified with another version must be verified again.
   * @throws ApiError 503 while the provider is unreachable and no set has been loaded.
   */
  version(): Promise<object>;
}

/** Maximum time that a withdrawn key remains accepted, in milliseconds. */
const maxAgeMs = 30_000;
/** From this age on the set is reloaded in the background, so that requests rarely wait for it. */
const refreshAgeMs = 20_000;
/** Delay after a failed load; the previous set is used meanwhile. */
const retryMs = 3000;
const timeoutMs = 5000;
/** Maximum wait of a request for a newer set while the provider is down. */
const waitMs = 500;

export const providerDown = () =>
  new ApiError(
    503,
    { detail: 'The sign-in service cannot be reached at the moment; try again.' },
    { 'retry-after': '2' },
  );

/** Our own keys, which never change while the process runs. */
export function localKeys(keys: JSONWebKeySet): ProviderKeys {
  const version = {};
  return { find: createLocalJWKSet(keys), version: async () => version };
}

/**
 * Keys found through the issuer's discovery document. The previous set is used only while the
 * provider is unreachable, so that issued tokens continue to work.
 * @param monotonic milliseconds of a monotonic clock: a withdrawn key must not become valid again
 * when the clock is set back.
 */
export function remoteKeys(
  issuer: string,
  monotonic: () => number = () => performance.now(),
): ProviderKeys {
  let find: JWTVerifyGetKey | null = null;
  let version: object = {};
  let loadedAt = -Infinity;
  let failedAt = -Infinity;
  let loading: Promise<void> | null = null;

  async function load(): Promise<void> {
    try {
      const startedAt = monotonic();
      // Discovered each time: the provider may have moved its keys.
      const remote = await discover(issuer);
      await remote.reload();
      find = createLocalJWKSet(required(remote.jwks(), 'The key set of the provider'));
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
      // The previous set is used only after a failed load, not because a load is slow after a long pause.
      // An old failure is no evidence about the provider now.
      const isDown = now - failedAt < maxAgeMs;
      if (age > maxAgeMs)
        await (find && isDown ? Promise.race([loadOnce(), wait(waitMs)]) : loadOnce());
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
        // A key newer than the set: at most one load per `retryMs`, whatever key ids tokens have.
        if (monotonic() - Math.max(loadedAt, failedAt) < retryMs)
          throw failedAt > loadedAt ? providerDown() : error;
        await loadOnce();
        // Without a newer set nothing is known of the key: the user stays signed in.
        if (failedAt > loadedAt) throw providerDown();
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
  return createRemoteJWKSet(new URL(found.jwks_uri), {
    timeoutDuration: timeoutMs,
    cooldownDuration: 0,
  });
}
