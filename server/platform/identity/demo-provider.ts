import type { FastifyInstance, FastifyReply } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Configuration } from 'oidc-provider';
import type { Database } from '../database/pool.ts';
import type { DemoKeys } from './demo-keys.ts';
import { logoutPage, logoutScript, pageStyle, pickerPage, type DemoAccount } from './demo-page.ts';
import { demoStore } from './demo-store.ts';
import { required } from '../required.ts';

export interface DemoProviderOptions {
  /** The public address; the issuer is at `/idp` below it. */
  publicUrl: string;
  clientId: string;
  audience: string;
  keys: DemoKeys;
  accounts: DemoAccount[];
  database: Database;
}

const prefix = '/idp';

/** An OpenID provider for trials: it authenticates no user, so it serves loopback only. */
export async function demoProvider(
  app: FastifyInstance,
  options: DemoProviderOptions,
): Promise<void> {
  const { default: Provider, interactionPolicy } = await loadProvider();
  const provider = new Provider(
    options.publicUrl + prefix,
    configuration(options, interactionPolicy),
  );
  // oidc-provider responds to a revocation with an empty text; the browser's client reads JSON only.
  provider.use(async (context, next) => {
    await next();
    if (context.path === '/token/revocation' && context.status === 200) context.body = {};
  });
  const callback = provider.callback();

  await app.register(async (scope) => {
    // oidc-provider parses the raw requests.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));

    scope.get(`${prefix}/style.css`, (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(pageStyle),
    );

    scope.get(`${prefix}/logout.js`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(logoutScript),
    );

    scope.get<{ Params: { uid: string } }>(`${prefix}/interaction/:uid`, (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(
          pickerPage(
            `${prefix}/interaction/${encodeURIComponent(request.params.uid)}`,
            options.accounts,
          ),
        ),
    );

    scope.post(`${prefix}/interaction/:uid`, async (request, reply) => {
      const email = (await formField(request.raw, 'email')).trim().toLowerCase();
      handOver(reply);
      const result = email.includes('@')
        ? { login: { accountId: email }, select_account: {} }
        : { error: 'access_denied' };
      await provider
        .interactionFinished(request.raw, reply.raw, result)
        .catch(() => startAgain(reply.raw));
    });

    scope.all(`${prefix}/*`, async (request, reply) => {
      handOver(reply);
      const raw = request.raw as IncomingMessage & { originalUrl?: string };
      raw.originalUrl = raw.url;
      raw.url = raw.url?.slice(prefix.length);
      await callback(raw, reply.raw);
    });
  });
}

/** oidc-provider answers, with the headers of all pages. */
function handOver(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.hijack();
}

function startAgain(out: ServerResponse): void {
  out.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
  out.end('This sign-in has expired. Close this window and start again.');
}

async function formField(request: IncomingMessage, name: string): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > 2000) break;
  }
  return new URLSearchParams(body).get(name) ?? '';
}

/** The library warns of a Node that is newer than it knows: the operator cannot act on that. */
async function loadProvider(): Promise<typeof import('oidc-provider')> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

function configuration(
  { publicUrl, clientId, audience, keys, accounts, database }: DemoProviderOptions,
  interactionPolicy: typeof import('oidc-provider').interactionPolicy,
): Configuration {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const about = (email: string) => accounts.find((account) => account.email === email);
  const hour = 3600;
  return {
    adapter: demoStore(database),
    clients: [
      {
        client_id: clientId,
        redirect_uris: [`${publicUrl}/auth/callback`, `${publicUrl}/me/callback`],
        post_logout_redirect_uris: [new URL(publicUrl).origin, `${publicUrl}/me`],
        response_types: ['code'],
        // A form posted from a foreign page would let that page collect the code.
        response_modes: ['query'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      },
    ],
    jwks: keys.jwks,
    cookies: { keys: keys.cookies },
    scopes: ['openid', 'offline_access', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: (_context, origin) => origin === new URL(publicUrl).origin,
    interactions: {
      policy,
      url: (_context, interaction) => `${prefix}/interaction/${interaction.uid}`,
    },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, name: about(email)?.name ?? email }),
    }),
    extraTokenClaims: (context, token) => {
      const { AuthorizationCode: code, RefreshToken: refresh } = context.oidc.entities;
      const email = 'accountId' in token ? token.accountId : '';
      return {
        email,
        name: about(email)?.name ?? email,
        roles: about(email)?.roles ?? [],
        auth_time: code?.authTime ?? refresh?.authTime,
      };
    },
    async loadExistingGrant(context) {
      const { provider, params } = context.oidc;
      const session = required(context.oidc.session, 'The session');
      const { clientId } = required(context.oidc.client, 'The client');
      const grantId = session.grantIdFor(clientId);
      const existing = grantId ? await provider.Grant.find(grantId) : undefined;
      if (existing) return existing;
      const grant = new provider.Grant({
        clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope(typeof params?.scope === 'string' ? params.scope : 'openid');
      grant.addResourceScope(audience, 'openid');
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_context, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = logoutPage(form);
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: hour,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: 14 * 24 * hour,
      Session: 24 * hour,
      Grant: 14 * 24 * hour,
    },
  };
}
