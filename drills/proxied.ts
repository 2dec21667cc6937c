import type { RunningIssuer } from '#server/test/issuer.ts';
import { frontAddress } from '#server/test/proxy.ts';

/** Settings of a process behind the shipped HAProxy, to which the issuer's users sign in. */
export const behindProxy = ({ issuer, audience }: Pick<RunningIssuer, 'issuer' | 'audience'>) => ({
  DEMO: 'true',
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'web',
  OIDC_AUDIENCE: audience,
  OIDC_REQUIRED_SCOPE: 'none',
  ADMIN_EMAILS: 'admin@demo.example',
  TRUSTED_PROXIES: frontAddress,
  DRAIN_SECONDS: '2',
});
