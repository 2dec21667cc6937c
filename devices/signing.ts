import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string) => createHash('sha256').update(text);
const hmac = (key: string, lines: (string | number)[]) =>
  createHmac('sha256', sha256(key).digest()).update(lines.join('\n')).digest('hex');

interface Call {
  method: string;
  path: string;
  /** The smallest number of the body's taps; 0 without taps. */
  first: number;
  body: string;
}

/** The headers of a signed call, as docs/readers.md says under *Signing*. */
export function signCall(
  key: string,
  { method, path, first, body }: Call,
): { signature: string; headers: Record<string, string> } {
  const [, device = ''] = key.split('_');
  const time = new Date().toISOString();
  const hash = sha256(body).digest('hex');
  const signature = hmac(key, [method, path, time, first, hash]);
  return {
    signature,
    headers: {
      authorization: `Device ${device}:${signature}`,
      'device-time': time,
      'device-sequence': String(first),
      'content-sha256': hash,
    },
  };
}

/** Whether the server has written this answer, to this call. @param call the signature of the call. */
export function isSignedAnswer(
  key: string,
  call: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: string,
): boolean {
  const sent = Buffer.from(headers.get('answer-signature') ?? '', 'hex');
  const own = Buffer.from(hmac(key, ['answer', call, status, sha256(body).digest('hex')]), 'hex');
  return sent.length === own.length && timingSafeEqual(sent, own);
}
