import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Access } from '../../../contract/access.ts';
import { mayAny, type Permissions, type Role } from '../../../contract/permissions.ts';
import { ApiError, forbidden } from './api-error.ts';

/** The acting user, known from the token alone. */
export interface Who {
  id: number;
  email: string;
  name: string;
  roles: Role[];
  /** The first of the roles alone decides. */
  permissions: Permissions;
  teacherId: number | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard on every route that is not public. */
    who: Who;
  }
  interface FastifyInstance {
    /** Checks again, for an answer that stays open, that the caller may have it. @throws ApiError 401, 403, 503 */
    authorize(request: FastifyRequest): Promise<void>;
    /** When the caller's token ends, epoch milliseconds. */
    tokenExpiry(request: FastifyRequest): number;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/**
 * The one guard: each route finds its rule in the access map when it is registered, and a route without one
 * stops the start.
 */
export function guard(app: FastifyInstance, access: Record<string, Access>, identify: (token: string) => Promise<Who>): void {
  app.decorateRequest('who');

  app.addHook('onRoute', (route) => {
    if (!needsRule(route.url)) return;
    const key = `${[route.method].flat()[0]} ${route.url}`;
    const rule = access[key];
    if (!rule) throw new Error(`No access rule for ${key}: add it to contract/access.ts`);
    route.config = { ...route.config, access: rule };
  });

  async function authorize(request: FastifyRequest): Promise<void> {
    const rule = request.routeOptions.config.access;
    if (!rule || rule === 'public') return;
    request.who = await identify(bearerOf(request));
    if (rule === 'signed-in') return;
    if (!mayAny(request.who.permissions, rule)) throw forbidden('You do not have permission to perform this action.');
  }
  app.addHook('onRequest', authorize);
  app.decorate('authorize', authorize);
  app.decorate('tokenExpiry', (request: FastifyRequest) => (decodeJwt(bearerOf(request)).exp ?? 0) * 1000);
}

/** Pages, their files, the API's manual and the demo sign-in are for everybody. */
const needsRule = (url: string): boolean => /^\/(api|file)\//.test(url) && !url.startsWith('/api/v2/docs');

function bearerOf(request: FastifyRequest): string {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) {
    throw new ApiError(401, { detail: 'Log in to use this.' }, { 'www-authenticate': 'Bearer' });
  }
  return token;
}
