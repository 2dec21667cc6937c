import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JSONWebKeySet } from 'jose';

interface TokenOptions {
  audience?: string;
  issuer?: string;
  expiresAt?: number | string;
  /** `typ` of the header. */
  type?: string;
  /** Left out: the e-mail, so that each address is an account of its own. */
  subject?: string;
}

/** An issuer of tokens with keys of its own. */
export interface Issuer {
  issuer: string;
  audience: string;
  readonly keys: JSONWebKeySet;
  token(claims: Record<string, unknown>, options?: TokenOptions): Promise<string>;
  /** Withdraws the signing key and signs with a new one from now on. */
  rotate(): Promise<void>;
}

export async function createIssuer(issuer = 'https://login.school.example/v2.0', audience = 'attendance-test'): Promise<Issuer> {
  let version = 0;
  const makeKey = async () => {
    const { publicKey, privateKey } = (await generateKeyPair('RS256')) as { publicKey: CryptoKey; privateKey: CryptoKey };
    const kid = `test-${++version}`;
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), alg: 'RS256', kid, use: 'sig' } };
  };
  let key = await makeKey();
  return {
    issuer,
    audience,
    get keys() {
      return { keys: [key.jwk] };
    },
    token: (claims, options = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, ...(options.type && { typ: options.type }) })
        .setIssuer(options.issuer ?? issuer)
        .setAudience(options.audience ?? audience)
        .setSubject(options.subject ?? String(claims.email ?? 'somebody'))
        .setIssuedAt()
        .setExpirationTime(options.expiresAt ?? '1h')
        .sign(key.privateKey),
    async rotate() {
      key = await makeKey();
    },
  };
}

/** The same as a server on this computer, found through its discovery document. */
export interface RunningIssuer extends Issuer {
  /** Answers the keys with an error while true. */
  keysFail: boolean;
  /** Where the keys are; anywhere else there is nothing. */
  keysPath: string;
  /** How often the keys were fetched. */
  keysFetched: number;
  close(): void;
}

export async function startIssuer(): Promise<RunningIssuer> {
  const server: Server = createServer((request, answer) => {
    const wantsKeys = request.url === running.keysPath;
    const known = wantsKeys || request.url === '/.well-known/openid-configuration';
    if (wantsKeys) running.keysFetched++;
    answer.statusCode = !known ? 404 : wantsKeys && running.keysFail ? 500 : 200;
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify(wantsKeys ? running.keys : known ? { jwks_uri: `${running.issuer}${running.keysPath}` } : {}));
  }).listen(0, 'localhost');
  await once(server, 'listening');
  const made = await createIssuer(`http://localhost:${(server.address() as { port: number }).port}`);
  const running: RunningIssuer = Object.assign(Object.create(made, {}) as Issuer, {
    keysFail: false,
    keysPath: '/keys',
    keysFetched: 0,
    close: () => void server.close(),
  });
  return running;
}
