import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { wrongField } from '../http/api-error.ts';
import type { FileStore } from './store.ts';

/** A link is good for six to twelve hours, and the same for six, so that browsers can keep what it leads to. */
const windowMs = 6 * 3_600_000;

/** The content type of a key that this service made. */
export const typeOf = (key: string): string | undefined => Object.keys(endings).find((type) => key.endsWith(`.${endings[type]}`));

/** What an import brought instead of a key. */
const isAddress = (key: string): boolean => key.startsWith('/') || /^https?:/.test(key);

/** Kinds of content that may be kept, with the end of their names. */
const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'application/pdf': 'pdf' };

/** Uploaded files: rows keep a file's key, and every answer signs a fresh link to it. */
export interface Files {
  /** Keeps a file. @returns its key. */
  save(category: string, bytes: Uint8Array, type: string): Promise<string>;
  /** The file behind a link; null when the link is not ours, has expired, or the file is gone. */
  open(key: string, expires: string, signature: string): Promise<{ bytes: Uint8Array; type: string; maxAge: number } | null>;
  /** The bytes behind a key; null when there is no such file, or when it is an import's address. */
  read(key: string): Promise<Uint8Array | null>;
  /** Takes files away for good; addresses that an import brought are left alone. */
  remove(keys: string[]): Promise<void>;
  /** Takes away what was saved before (epoch milliseconds) and no row names. @returns how many. */
  removeUnused(before: number, isUsed: (keys: string[]) => Promise<Set<string>>): Promise<number>;
  /** A fresh link; an address that an import brought stays as it is. */
  link(key: string | null): string | null;
  /**
   * The key behind a link that a body brings back, expired or not.
   * @param current what the row keeps already, which may be an import's address.
   * @throws ApiError 400 at the field when this service never gave it out.
   */
  keyOf(field: string, category: string, link: unknown, current?: unknown): string | null;
}

export function createFiles(store: FileStore, secret: string): Files {
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  const signed = (key: string, expires: string, signature: string): boolean => {
    const [ours, given] = [Buffer.from(sign(`${key} ${expires}`)), Buffer.from(signature)];
    return ours.length === given.length && timingSafeEqual(ours, given);
  };

  return {
    async save(category, bytes, type) {
      const key = `${category}/${randomUUID()}.${endings[type]!}`;
      await store.put(key, bytes, type);
      return key;
    },
    async open(key, expires, signature) {
      const type = typeOf(key);
      const left = Number(expires) - Date.now();
      if (!type || !(left > 0) || !signed(key, expires, signature)) return null;
      const bytes = await store.get(key);
      return bytes && { bytes, type, maxAge: Math.floor(left / 1000) };
    },
    read: async (key) => (typeOf(key) && !isAddress(key) ? store.get(key) : null),
    async remove(keys) {
      for (const key of keys) if (!isAddress(key)) await store.remove(key);
    },
    async removeUnused(before, isUsed) {
      let removed = 0;
      const check = async (keys: string[]) => {
        const used = await isUsed(keys);
        for (const key of keys) {
          if (used.has(key)) continue;
          await store.remove(key);
          removed++;
        }
      };
      let old: string[] = [];
      for await (const { key, savedAt } of store.list()) {
        if (savedAt < before) old.push(key);
        if (old.length < 500) continue;
        await check(old);
        old = [];
      }
      if (old.length) await check(old);
      return removed;
    },
    link(key) {
      if (key === null || isAddress(key)) return key;
      const expires = String((Math.floor(Date.now() / windowMs) + 2) * windowMs);
      return `/file/${key}?expires=${expires}&signature=${sign(`${key} ${expires}`)}`;
    },
    keyOf(field, category, link, current) {
      if (link === null || link === undefined) return null;
      if (typeof link !== 'string') throw wrongField(field, 'must be the address of an uploaded file');
      if (link === current) return link;
      const url = URL.canParse(link, 'http://here') ? new URL(link, 'http://here') : null;
      const key = url?.pathname.match(/^\/file\/([\w-]+\/[\w-]+\.\w+)$/)?.[1];
      const ours = key?.startsWith(`${category}/`) && signed(key, url!.searchParams.get('expires') ?? '', url!.searchParams.get('signature') ?? '');
      if (!key || !ours) throw wrongField(field, 'must be the address of an uploaded file');
      return key;
    },
  };
}
