import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JSONWebKeySet } from 'jose';

/** An issuer of tokens with keys of its own. */
export interface Issuer {
  issuer: string;
  audience: string;
  keys: JSONWebKeySet;
  token(claims: Record<string, unknown>, options?: { audience?: string; issuer?: string; expiresAt?: number | string }): Promise<string>;
}

export async function createIssuer(issuer = 'https://login.school.example/v2.0', audience = 'attendance-test'): Promise<Issuer> {
  const { publicKey, privateKey } = (await generateKeyPair('RS256')) as { publicKey: CryptoKey; privateKey: CryptoKey };
  const keys = { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: 'test', use: 'sig' }] };
  return {
    issuer,
    audience,
    keys,
    token: (claims, options = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setIssuer(options.issuer ?? issuer)
        .setAudience(options.audience ?? audience)
        .setSubject(String(claims.email ?? 'somebody'))
        .setIssuedAt()
        .setExpirationTime(options.expiresAt ?? '1h')
        .sign(privateKey),
  };
}
