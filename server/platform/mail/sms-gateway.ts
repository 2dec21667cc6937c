import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { BlockList, isIP } from 'node:net';
import { MailError, type Mailer } from './mailer.ts';

export interface SmsGateway {
  /** `https://gateway.example/sms`. */
  url: string;
  /** Signs the requests. */
  secret: string;
  /** Networks that it may be in besides public ones, such as `10.0.0.0/8`. */
  networks: string[];
  now: () => Temporal.Instant;
}

/** Maximum time of a request, and bytes of its answer. */
const timeoutMs = 5000;
const maxAnswerBytes = 64 * 1024;

/** Networks that no address of the internet is in. */
const notPublic = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
]);

function listOf(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Statuses after which another attempt may succeed. */
const isTemporary = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429;

/**
 * Sends short messages by a signed request to a gateway (docs/operations.md). The name is resolved and
 * checked once, and the connection goes to the checked address; redirects are not followed.
 */
export function createSmsGateway({ url, secret, networks, now }: SmsGateway): Mailer {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const allowed = listOf(networks);

  async function checkedAddress(): Promise<string> {
    const found = await lookup(host, { all: true }).catch((error: Error) => {
      throw new MailError(`The SMS gateway cannot be reached: ${error.message}`);
    });
    const usable = found.find(({ address }) => isIn(allowed, address) || !isIn(notPublic, address));
    if (usable) return usable.address;
    throw new MailError('The SMS gateway is not at a public address (SMS_NETWORKS).', {
      isPermanent: true,
    });
  }

  function open(address: string, messageId: string, body: string): ClientRequest {
    const time = Math.floor(now().epochMilliseconds / 1000);
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    const isSecure = target.protocol === 'https:';
    return (isSecure ? https : http).request({
      host: address,
      port: target.port || (isSecure ? 443 : 80),
      path: `${target.pathname}${target.search}`,
      method: 'POST',
      agent: false,
      ...(isSecure && isIP(host) === 0 && { servername: host }),
      headers: {
        host: target.host,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': messageId,
        'attendance-time': String(time),
        'attendance-signature': `v1=${signature}`,
      },
    });
  }

  return {
    async deliver({ messageId, to, text }, beforeLastLine) {
      const body = JSON.stringify({ id: messageId, to, text });
      const request = open(await checkedAddress(), messageId, body);
      const timer = setTimeout(
        () => request.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      let isHanded = false;
      const answered = statusOf(request);
      const connected = new Promise<void>((resolve) => {
        request.once('socket', (socket) =>
          socket.once(target.protocol === 'https:' ? 'secureConnect' : 'connect', () => resolve()),
        );
      });
      try {
        // Nothing was sent before: a decision in `beforeLastLine` is final.
        await Promise.race([connected, answered]);
        await beforeLastLine();
        isHanded = true;
        request.end(body);
        const status = await answered;
        if (status < 200 || status >= 300)
          throw new MailError(`The SMS gateway answered ${status}.`, {
            isPermanent: !isTemporary(status),
          });
      } catch (error) {
        request.destroy();
        // It is no longer waited for.
        answered.catch(() => {});
        if (error instanceof MailError) throw error;
        const message = error instanceof Error ? error.message : String(error);
        throw new MailError(`The SMS gateway cannot be reached: ${message}`, {
          isDeliveryUnknown: isHanded,
        });
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The status of the answer, once all of it is read. */
function statusOf(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > maxAnswerBytes) request.destroy(new Error('its answer is too long'));
      });
      response.once('error', reject);
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
  });
}
