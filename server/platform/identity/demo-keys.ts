import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWK } from 'jose';

/** The demo provider's signing key and the keys of its cookies. */
export interface DemoKeys {
  jwks: { keys: JWK[] };
  cookies: string[];
}

/** Reads the keys from the data folder, or creates them: a restart must not sign users out. */
export async function demoKeys(dataDir: string): Promise<DemoKeys> {
  const file = join(dataDir, 'sign-in', 'keys.json');
  const stored = await readFile(file, 'utf8').catch(() => null);
  if (stored) return JSON.parse(stored) as DemoKeys;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    alg: 'RS256',
    use: 'sig',
    kid: randomBytes(8).toString('hex'),
  };
  const made: DemoKeys = { jwks: { keys: [key] }, cookies: [randomBytes(32).toString('hex')] };
  await mkdir(join(dataDir, 'sign-in'), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.${process.pid}`, JSON.stringify(made), { mode: 0o600 });
  await rename(`${file}.${process.pid}`, file);
  return made;
}

/** The public keys. */
export function publicKeys(keys: DemoKeys): JSONWebKeySet {
  return {
    keys: keys.jwks.keys.map(({ kty, n, e, alg, use, kid }) => ({
      kty,
      n,
      e,
      alg,
      use,
      kid,
    })) as JSONWebKeySet['keys'],
  };
}
