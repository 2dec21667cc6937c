import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';

/** A response with its headers. */
interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request with any Host header, which `fetch` does not allow. */
export function sendAs(
  base: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const { method = 'GET', headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode!, headers: answer.headers, body: text }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * A browser that signs in at the demo provider: stores cookies, and sends the same extra headers
 * with every request.
 */
export function demoBrowser(base: string, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  const redirect = `${base}/auth/callback`;
  const verifier = randomBytes(32).toString('base64url');

  async function send(
    address: string,
    options: { method?: string; body?: string } = {},
  ): Promise<RawAnswer> {
    const { pathname, search } = new URL(address, base);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await sendAs(base, pathname + search, {
      ...options,
      headers: {
        ...headers,
        ...(cookie && { cookie }),
        ...(options.body !== undefined && formHeaders),
      },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return answer;
  }
  const locationOf = ({ headers: { location } }: RawAnswer) => String(location ?? '');
  const codeOf = (answer: RawAnswer) => new URL(locationOf(answer)).searchParams.get('code') ?? '';

  return {
    send,
    authorize: (more: Record<string, string> = {}) =>
      send(
        `/idp/auth?${form({
          client_id: 'attendance-web',
          redirect_uri: redirect,
          response_type: 'code',
          scope: 'openid profile email offline_access',
          prompt: 'select_account',
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
          ...more,
        })}`,
      ),
    /** The flow up to the provider's code; the first response that is not the flow's next step. */
    async answerWithCode(email: string, more: Record<string, string> = {}): Promise<RawAnswer> {
      let answer = await this.authorize(more);
      if (!locationOf(answer).includes('/interaction/')) return answer;
      answer = await send(locationOf(answer), { method: 'POST', body: form({ email }) });
      for (
        let steps = 0;
        steps < 5 && answer.status === 303 && !locationOf(answer).startsWith(redirect);
        steps++
      )
        answer = await send(locationOf(answer));
      return answer;
    },
    /** The code that the provider returns with. */
    async code(email: string): Promise<string> {
      return codeOf(await this.answerWithCode(email));
    },
    exchange: (code: string) =>
      send('/idp/token', {
        method: 'POST',
        body: form({
          grant_type: 'authorization_code',
          client_id: 'attendance-web',
          redirect_uri: redirect,
          code,
          code_verifier: verifier,
        }),
      }),
    /**
     * The whole flow up to the tokens; returns the first response that is not the flow's next step.
     */
    async signIn(email: string, more: Record<string, string> = {}): Promise<RawAnswer> {
      const answer = await this.answerWithCode(email, more);
      return locationOf(answer).startsWith(redirect) ? this.exchange(codeOf(answer)) : answer;
    },
    refresh: (refresh_token: string) =>
      send('/idp/token', {
        method: 'POST',
        body: form({ grant_type: 'refresh_token', client_id: 'attendance-web', refresh_token }),
      }),
    revoke: (token: string) =>
      send('/idp/token/revocation', {
        method: 'POST',
        body: form({ client_id: 'attendance-web', token }),
      }),
  };
}
