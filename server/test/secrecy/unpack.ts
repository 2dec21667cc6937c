import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The text of a response; of a workbook or archive, the text of all entries. */
export async function unpacked(payload: Buffer): Promise<string> {
  if (!payload.subarray(0, 2).equals(Buffer.from('PK'))) return payload.toString('utf8');
  const zip = await fromBufferPromise(payload);
  const parts: string[] = [];
  for await (const entry of zip.eachEntry())
    parts.push(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  return parts.join('\n');
}
