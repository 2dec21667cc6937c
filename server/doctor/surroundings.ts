import { statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import type { FileStore } from '#server/platform/files/store.ts';
import { messageOf } from '#server/platform/error-details.ts';
import { fetchFault } from './address.ts';
import { fault, ok, warning, type Finding } from './finding.ts';

const timeoutMs = 5000;
const dayMs = 86_400_000;
/** Days before its end in which a certificate is worth a warning. */
const certificateDays = 21;

/** Writes a file, reads it back and removes it. */
export async function checkFiles(store: FileStore): Promise<Finding> {
  const key = `doctor/${randomUUID()}.txt`;
  const bytes = Buffer.from('attendance doctor');
  try {
    await store.put(key, bytes, 'text/plain');
    const found = await store.get(key);
    await store.remove(key);
    return found && Buffer.compare(bytes, found) === 0
      ? ok('Files', 'a file was written, read back and removed')
      : fault('Files', 'what was read is not what was written', 'Check the bucket or the disk.');
  } catch (error) {
    return fault('Files', messageOf(error), 'Check FILES_URL, or the rights on DATA_DIR/files.');
  }
}

/** The room on the disk of the data folder. */
export async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const share = Math.round((100 * bavail) / blocks);
  const text = `${share} % of the disk of ${folder} are free (${((bavail * bsize) / 1e9).toFixed(1)} GB)`;
  return share >= 10
    ? ok('Disk', text)
    : warning('Disk', text, 'Make room: without any, nothing is saved and every mark is refused.');
}

/** The discovery document of the identity provider, its keys and its clock. */
export async function checkSignIn(issuer: string): Promise<Finding[]> {
  const advice = 'Check OIDC_ISSUER, and whether this computer may reach it.';
  try {
    const get = async (url: string) => {
      const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
      if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
      return answer;
    };
    const answer = await get(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    const document = (await answer.json()) as { issuer?: string; jwks_uri?: string };
    if (!document.jwks_uri) throw new Error('its document names no keys');
    const { keys } = (await (await get(document.jwks_uri)).json()) as { keys?: unknown[] };
    if (!keys?.length) throw new Error('it has no keys');
    const named =
      document.issuer === undefined || document.issuer === issuer
        ? ok('Sign-in', `${issuer} has ${keys.length} keys`)
        : fault(
            'Sign-in',
            `the provider calls itself ${document.issuer}`,
            'Tokens that name another issuer are refused: set OIDC_ISSUER to what the tokens say.',
          );
    return [named, ...clockOf(answer.headers.get('date'))];
  } catch (error) {
    return [fault('Sign-in', `${issuer}: ${fetchFault(error)}`, advice)];
  }
}

function clockOf(date: string | null): Finding[] {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return [];
  const seconds = Math.abs(Date.now() - at) / 1000;
  return seconds < 30
    ? []
    : [
        fault(
          'Clock',
          `this computer’s differs from the identity provider’s by ${seconds.toFixed(0)} s`,
          'Sign-ins are refused when it is too far off: let this computer follow time servers (chrony).',
        ),
      ];
}

/** The certificate that browsers see at an https address. */
export async function checkCertificate(publicUrl: string): Promise<Finding[]> {
  const address = new URL(publicUrl);
  if (address.protocol !== 'https:') return [];
  const what = `Certificate of ${address.host}`;
  const socket = connectTls({
    host: address.hostname,
    port: Number(address.port || 443),
    ...(isIP(address.hostname) === 0 && { servername: address.hostname }),
    // What is wrong with it is to be reported, not to end the connection.
    rejectUnauthorized: false,
    timeout: timeoutMs,
  });
  try {
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
    await once(socket, 'secureConnect');
    const { valid_to: end } = socket.getPeerCertificate();
    const days = Math.floor((Date.parse(end) - Date.now()) / dayMs);
    if (!socket.authorized)
      return [
        fault(
          what,
          String(socket.authorizationError),
          'Browsers refuse it: renew it, with its chain.',
        ),
      ];
    return [
      days >= certificateDays
        ? ok(what, `ends in ${days} days`)
        : warning(
            what,
            `ends in ${days} days`,
            'Renew it, and see why that does not happen by itself.',
          ),
    ];
  } catch (error) {
    return [fault(what, messageOf(error), 'Check PUBLIC_URL and the reverse proxy.')];
  } finally {
    socket.destroy();
  }
}
