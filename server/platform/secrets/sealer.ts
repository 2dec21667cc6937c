import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** The key is another one than that which a secret was encrypted with. */
class OtherKey extends Error {}

/** Encrypts secrets that the database stores, with a key that it does not have. */
export interface Sealer {
  seal(secret: string): Buffer;
  /** @throws OtherKey, and an error for bytes that were changed. */
  open(sealed: Buffer): string;
}

const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const keyIdBytes = 4;

/**
 * AES-256-GCM: version, key id, nonce, tag, encrypted text. The key id says with which key it was
 * encrypted.
 * @param key any text with at least 256 bits of randomness, or a long passphrase.
 */
export function createSealer(key: string): Sealer {
  const hash = (use: string) => createHash('sha256').update(`${use}\n${key}`).digest();
  const cipherKey = hash('attendance secrets');
  const head = Buffer.concat([
    Buffer.from([version]),
    hash('attendance key id').subarray(0, keyIdBytes),
  ]);
  return {
    seal(secret) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv).setAAD(head);
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([head, iv, cipher.getAuthTag(), text]);
    },
    open(sealed) {
      if (!sealed.subarray(0, head.length).equals(head))
        throw new OtherKey('It was encrypted with another SECRETS_KEY.');
      const rest = sealed.subarray(head.length);
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, rest.subarray(0, ivBytes))
        .setAAD(head)
        .setAuthTag(rest.subarray(ivBytes, ivBytes + tagBytes));
      const text = decipher.update(rest.subarray(ivBytes + tagBytes));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}
