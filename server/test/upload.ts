import type { FileCategory } from '#contract/files.ts';
import type { Answer, Caller, TestSchool } from './test-school.ts';

/** The smallest files of their kinds. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Valid segments of a grey 4 × 3 image; not decodable. */
export const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080003000401011100ffda0008010100003f0012ff0034ffd9',
  'hex',
);
export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n' +
    '2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** A multipart form with a file and text fields, as a browser sends it. */
export function formOf(
  field: string,
  bytes: Uint8Array,
  name: string,
  fields: Record<string, string> = {},
) {
  const boundary = 'test-boundary-7MA4YWxk';
  const texts = Object.entries(fields).map(
    ([key, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
    `content-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(texts.join('') + head),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export function sendFile(
  school: TestSchool,
  caller: Caller,
  path: string,
  field: string,
  bytes: Uint8Array,
  name: string,
  fields?: Record<string, string>,
): Promise<Answer> {
  const { payload, headers } = formOf(field, bytes, name, fields);
  return school.call(caller, 'POST', path, payload, headers);
}

/** Uploads as the account. @returns the signed link. */
export async function uploadFile(
  school: TestSchool,
  category: FileCategory,
  bytes: Uint8Array,
  name: string,
): Promise<string> {
  const { status, body } = await sendFile(
    school,
    'account',
    `/file/${category}`,
    'files',
    bytes,
    name,
  );
  if (status !== 200) throw new Error(`upload: ${status} ${JSON.stringify(body)}`);
  return body.url[0];
}
