import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { FileStore } from './store.ts';

const valueIn = (xml: string, name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

/**
 * An S3-compatible bucket.
 * @param address `https://KEY:SECRET@host/bucket?region=eu-west-1`; the region is us-east-1 when left out.
 */
export function s3Store(address: string): FileStore {
  const url = new URL(address);
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: 3,
  });
  const addressOf = (key: string) => `${url.origin}${url.pathname.replace(/\/$/, '')}/${key}`;
  const fetchFile = async (key: string): Promise<Response | null> => {
    const answer = await client.fetch(addressOf(key));
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`The bucket did not give a file: ${answer.status}`);
    return answer;
  };
  return {
    async put(key, bytes, type) {
      const answer = await client.fetch(addressOf(key), { method: 'PUT', body: Buffer.from(bytes), headers: { 'content-type': type } });
      if (!answer.ok) throw new Error(`The bucket refused a file: ${answer.status}`);
    },
    async get(key) {
      const answer = await fetchFile(key);
      return answer && new Uint8Array(await answer.arrayBuffer());
    },
    async read(key) {
      const answer = await fetchFile(key);
      if (!answer?.body) return null;
      const length = answer.headers.get('content-length');
      return { stream: Readable.fromWeb(answer.body), size: length === null ? null : Number(length) };
    },
    async remove(key) {
      const answer = await client.fetch(addressOf(key), { method: 'DELETE' });
      if (!answer.ok && answer.status !== 404) throw new Error(`The bucket did not take a file away: ${answer.status}`);
    },
    // The bucket's own policy decides.
    protect: async () => {},
    async *list() {
      for (let token: string | undefined; ;) {
        const asked = new URLSearchParams({ 'list-type': '2', ...(token && { 'continuation-token': token }) });
        const answer = await client.fetch(`${addressOf('').replace(/\/$/, '')}?${asked.toString()}`);
        if (!answer.ok) throw new Error(`The bucket did not list its files: ${answer.status}`);
        const text = await answer.text();
        // Keys are the server's own: letters, digits, dashes, a slash and a dot need no decoding.
        for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          yield { key: valueIn(entry, 'Key'), savedAt: Date.parse(valueIn(entry, 'LastModified')) };
        }
        token = valueIn(text, 'NextContinuationToken') || undefined;
        if (!token) return;
      }
    },
  };
}
