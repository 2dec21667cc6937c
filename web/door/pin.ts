const rounds = 200_000;

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds };
  return toHex(new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 256)));
}

/** Wrong PINs in a row, after which none is taken for some time, and longer each time. */
const tries = 3;
const waitMs = 30_000;

/** How often the PIN was wrong in a row, and until when none is taken, in milliseconds. */
export interface WrongPins {
  count: number;
  until: number;
}

export const noWrongPins: WrongPins = { count: 0, until: 0 };

/** What holds after one more wrong PIN. */
export function oneMoreWrong({ count: before, until }: WrongPins, now: number): WrongPins {
  const count = before + 1;
  const isFull = count % tries === 0;
  return { count, until: isFull ? now + waitMs * 2 ** (count / tries - 1) : until };
}

/** A PIN is four to eight digits. */
export const isPin = (text: string): boolean => /^\d{4,8}$/.test(text);

/** What is stored of a PIN: it guards the settings against passers-by, not against who takes the tablet. */
export async function storedPin(pin: string): Promise<{ hash: string; salt: string }> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  return { hash: await hashOf(pin, salt), salt: toHex(salt) };
}

export const isRightPin = async (
  pin: string,
  { hash, salt }: { hash: string; salt: string },
): Promise<boolean> => (await hashOf(pin, fromHex(salt))) === hash;
