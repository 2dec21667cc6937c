import { demoStudents, offeredAccounts } from '#server/admin/composition.ts';
import type { Config } from './config.ts';
import type { Database } from './platform/database/pool.ts';
import { demoKeys, publicKeys } from './platform/identity/demo-keys.ts';
import { createVerifier } from './platform/identity/verifier.ts';
import type { FastifyInstance } from 'fastify';

const audience = 'urn:attendance:api';

/** The institute's identity provider, or the demo provider with its keys. */
export async function prepareSignIn(config: Config) {
  const redirect_uri = `${config.publicUrl}/auth/callback`;
  if (config.oidc) {
    const { issuer, clientId, audience: ours, scope, emailClaims, requiredScope } = config.oidc;
    return {
      verify: createVerifier({ issuer, audience: ours, emailClaims, requiredScope }),
      forBrowser: { authority: issuer, client_id: clientId, scope, redirect_uri },
    };
  }
  const keys = await demoKeys(config.dataDir);
  const issuer = `${config.publicUrl}/idp`;
  return {
    keys,
    verify: createVerifier({ issuer, audience, keys: publicKeys(keys) }),
    forBrowser: {
      authority: issuer,
      client_id: 'attendance-web',
      scope: 'openid profile email offline_access',
      redirect_uri,
    },
  };
}

/** The pages of the demo provider; undefined where the institute has a provider of its own. */
export function demoPages(
  { keys, forBrowser }: Awaited<ReturnType<typeof prepareSignIn>>,
  { publicUrl, studentSignIn, demo }: Pick<Config, 'publicUrl' | 'studentSignIn' | 'demo'>,
  database: Database,
): ((server: FastifyInstance) => Promise<void>) | undefined {
  if (!keys) return undefined;
  return async (server) => {
    const { demoProvider } = await import('./platform/identity/demo-provider.ts');
    await demoProvider(server, {
      publicUrl,
      clientId: forBrowser.client_id,
      audience,
      keys,
      accounts: [
        ...offeredAccounts(demo),
        ...(demo && studentSignIn ? await demoStudents(database) : []),
      ],
      database,
    });
  };
}
