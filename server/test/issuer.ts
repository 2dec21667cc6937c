import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JSONWebKeySet } from 'jose';

interface TokenOptions {
  audience?: string;
  issuer?: string;
  expiresAt?: number | string;
  /** `typ` of the header. */
  type?: string;
  /** By default the e-mail, so that each address is a separate account. */
  subject?: string;
}

/** A token issuer with its own keys. */
export interface Issuer {
  issuer: string;
  audience: string;
  readonly keys: JSONWebKeySet;
  token(claims: Record<string, unknown>, options?: TokenOptions): Promise<string>;
  /** Replaces the signing key. */
  rotate(): Promise<void>;
}

export async function createIssuer(
  issuer = 'https://login.school.example/v2.0',
  audience = 'attendance-test',
): Promise<Issuer> {
  let version = 0;
  const makeKey = async () => {
    const { publicKey, privateKey } = (await generateKeyPair('RS256')) as {
      publicKey: CryptoKey;
      privateKey: CryptoKey;
    };
    const kid = `test-${++version}`;
    return {
      kid,
      privateKey,
      jwk: { ...(await exportJWK(publicKey)), alg: 'RS256', kid, use: 'sig' },
    };
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
        .setProtectedHeader({
          alg: 'RS256',
          kid: key.kid,
          ...(options.type && { typ: options.type }),
        })
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

/** The issuer as a server on localhost, with a discovery document. */
export interface RunningIssuer extends Issuer {
  /** Responds to key requests with an error while true. */
  keysFail: boolean;
  /** The path of the keys; other paths respond with 404. */
  keysPath: string;
  /** What the discovery document says of itself. */
  calledItself?: string;
  /** The keys are sent once this resolves. */
  keysHeld: Promise<void> | null;
  /** How often the keys were fetched. */
  keysFetched: number;
  close(): void;
}

export async function startIssuer(): Promise<RunningIssuer> {
  const answerTo = async (request: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const wantsKeys = request.url === running.keysPath;
    const known = wantsKeys || request.url === '/.well-known/openid-configuration';
    if (wantsKeys) running.keysFetched++;
    if (wantsKeys) await running.keysHeld;
    answer.statusCode = !known ? 404 : wantsKeys && running.keysFail ? 500 : 200;
    answer.setHeader('content-type', 'application/json');
    answer.end(
      JSON.stringify(
        wantsKeys
          ? running.keys
          : known
            ? { issuer: running.calledItself, jwks_uri: `${running.issuer}${running.keysPath}` }
            : {},
      ),
    );
  };
  const server: Server = createServer((request, answer) => void answerTo(request, answer)).listen(
    0,
    'localhost',
  );
  await once(server, 'listening');
  const made = await createIssuer(
    `http://localhost:${(server.address() as { port: number }).port}`,
  );
  const running: RunningIssuer = Object.assign(Object.create(made, {}) as Issuer, {
    keysFail: false,
    keysPath: '/keys',
    keysHeld: null,
    keysFetched: 0,
    close: () => void server.close(),
  });
  return running;
}
