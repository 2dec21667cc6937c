import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * Names and addresses that always mean this computer; other names may resolve to it today and
 * elsewhere tomorrow.
 */
export const isLoopbackName = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Headers of proxies, content networks and tunnels. */
const forwarding =
  /^(x-forwarded(-|$)|forwarded$|x-real-ip$|via$|x-original-|(x-cluster-|x-)?client-ip$|true-client-ip$|cdn-loop$|(wl-)?proxy-client-ip$|x-proxyuser-ip$|fastly-client-ip$|x-arr-log-id$|(cf|fly|x-envoy|x-amzn|x-azure|x-appengine|x-vercel|tailscale)-)/;

/**
 * Whether a proxy sends the request for another client: by its headers, by a whole address instead
 * of a path, or by HTTP 1.0, which nginx speaks to what stands behind it and browsers do not. A
 * proxy that does none of these and sends a loopback name as Host cannot be recognized.
 */
export const isPassedOn = ({ headers, raw }: FastifyRequest): boolean =>
  raw.httpVersion === '1.0' ||
  !raw.url?.startsWith('/') ||
  Object.keys(headers).some((name) => forwarding.test(name));

/**
 * While the demo sign-in is on, only requests of this computer to itself are served: the Host must
 * be the address that people open or a loopback name at the server's port, the Origin (where a
 * browser sends one) likewise, and nothing may have been passed on by a proxy. A page elsewhere
 * whose name is pointed at this computer (DNS rebinding), or a proxy in front of a server whose
 * `OIDC_ISSUER` was forgotten, gets 421 on every path.
 */
export function serveOwnHostsOnly(app: FastifyInstance, publicUrl: string, port: number): void {
  const own = new URL(publicUrl);
  const isOwn = (host: string): boolean => {
    if (host === own.host) return true;
    const address = URL.parse(`http://${host}`);
    return (
      address !== null &&
      address.host === host &&
      isLoopbackName(address.hostname) &&
      Number(address.port || 80) === port
    );
  };
  const isOwnOrigin = (origin: string): boolean =>
    origin === own.origin ||
    (origin.startsWith('http://') && isOwn(origin.slice('http://'.length)));

  app.addHook('onRequest', (request, _reply, done) => {
    const { host = '', origin } = request.headers;
    if (!isOwn(host.toLowerCase())) done(misdirected('this name'));
    else if (origin !== undefined && !isOwnOrigin(origin))
      done(misdirected('pages of another address'));
    else if (isPassedOn(request)) done(misdirected('requests that a proxy passed on'));
    else done();
  });

  function misdirected(what: string) {
    return new ApiError(421, {
      detail: `The demo sign-in is on, so ${what} is not served. Open ${own.origin} on this computer, or set OIDC_ISSUER.`,
    });
  }
}
