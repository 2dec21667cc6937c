import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { mayFilterBy } from '#contract/filter-access.ts';
import { isOpenToTokens } from '#contract/exchange/scopes.ts';
import { canAny, type Permissions, type Role } from '#contract/permissions.ts';
import { asRecord } from '../as-record.ts';
import { ApiError, forbidden } from './api-error.ts';
import type { IdentifyDevice } from './device-guard.ts';

/** The acting user, known from the token alone. */
export interface CurrentUser {
  id: number;
  email: string;
  name: string;
  roles: Role[];
  /** Of the first of the roles; who studies as well has their own attendance besides. */
  permissions: Permissions;
  teacherId: number | null;
  /** The student that the user is, where students sign in. */
  studentId: number | null;
  /** The account of the sign-in service; of a token, the one that made it. */
  account?: { issuer: string; subject: string };
  /** The access token of the call; its rights are in `permissions`. */
  token?: { id: number; name: string };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint that the route implements; pages, the API's manual and the demo sign-in have none. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Set by the guard on every route that is not public. */
    user: CurrentUser;
  }
  interface FastifyInstance {
    /**
     * Checks again, for a response that stays open, whether the caller may still receive it.
     * @throws ApiError 401, 403, 503
     */
    authorize(request: FastifyRequest): Promise<void>;
    /** When the caller's token ends, epoch milliseconds. */
    tokenExpiry(request: FastifyRequest): number;
  }
}

/**
 * The one guard: each route of the API implements an endpoint, which says who may call it. One that
 * does not stops the start.
 */
export function guard(
  app: FastifyInstance,
  identify: (token: string) => Promise<CurrentUser>,
  identifyDevice: IdentifyDevice,
): void {
  app.decorateRequest('user');
  app.decorateRequest('device');

  app.addHook('onRoute', (route) => {
    if (needsEndpoint(route.url) && !route.config?.endpoint)
      throw new Error(
        `${[route.method].flat()[0]} ${route.url} implements no endpoint: add one to contract/`,
      );
  });

  async function authorize(request: FastifyRequest): Promise<void> {
    const { endpoint } = request.routeOptions.config;
    const rule = endpoint?.access;
    if (!endpoint || !rule || rule === 'public') return;
    if (rule === 'device') {
      request.device = await identifyDevice(request);
      return;
    }
    request.user = await identify(bearerOf(request));
    if (request.user.token && !isOpenToTokens(endpoint))
      throw forbidden('Access tokens do not reach this.');
    assertCan(request.user, rule);
    const names = Object.keys(asRecord(request.query));
    if (!names.every((name) => mayFilterBy(request.user.permissions, name))) throw notPermitted();
  }
  app.addHook('onRequest', authorize);
  app.decorate('authorize', authorize);
  app.decorate(
    'tokenExpiry',
    (request: FastifyRequest) => (decodeJwt(bearerOf(request)).exp ?? 0) * 1000,
  );
}

/** @throws ApiError 403 */
function assertCan({ permissions }: CurrentUser, access: Access): void {
  if (typeof access !== 'string' && !canAny(permissions, access)) throw notPermitted();
}

const notPermitted = () => forbidden('You do not have permission to perform this action.');

/** Pages, their files, the API's manual and the demo sign-in are public. */
const needsEndpoint = (url: string): boolean =>
  /^\/(api|file)\//.test(url) && !url.startsWith('/api/v2/docs');

function bearerOf(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new ApiError(401, { detail: 'Log in to use this.' }, { 'www-authenticate': 'Bearer' });
  }
  return token;
}
