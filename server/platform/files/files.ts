import { createHmac, timingSafeEqual } from 'node:crypto';
import { validationError } from '../http/api-error.ts';
import type { Database } from '../database/pool.ts';
import type { PhotoSize } from '#contract/files.ts';
import { saveFile, type NewFile } from './saving.ts';
import { sizedKey, sizedType } from './sized-key.ts';
import { makeMissingSizes } from './sizing.ts';
import type { FileContent, FileStore } from './store.ts';
import { removeReleased, removeUnused, type Removed } from './tidying.ts';
import { typeOf } from './types.ts';

/** A link is valid for six to twelve hours and constant for six, so that browsers can cache the file. */
const windowMs = 6 * 3_600_000;
/** A short link is for one click. */
const shortMs = 5 * 60_000;

/** An imported address instead of a key. */
const isAddress = (key: string): boolean => key.startsWith('/') || /^https?:/.test(key);

/** Uploaded files: a file's key belongs to one row, and every response signs a link to it. */
export interface Files {
  /** Stores a file, for its uploader to attach to one row. @returns its key. */
  save(category: string, file: NewFile, uploadedBy: number | null): Promise<string>;
  /**
   * The file of a link; null when the link is not ours, has expired, or no row references the file.
   * @param size of a photo; the original where it has no such size.
   */
  open(
    key: string,
    expires: string,
    signature: string,
    size?: PhotoSize,
  ): Promise<(FileContent & { type: string; maxAge: number }) | null>;
  /** The bytes of a key; null when the file does not exist, or for an imported address. */
  read(key: string): Promise<Uint8Array | null>;
  /**
   * Removes files that rows have released; called after the commit. Files that the store fails to
   * delete remain on the list for the next call.
   */
  removeReleased(): Promise<Removed>;
  /** Removes files saved before (epoch milliseconds) that no row references. @returns their number. */
  removeUnused(before: number): Promise<number>;
  /** Makes sizes of photos that have none yet. @returns whether there may be more. */
  makeMissingSizes(): Promise<boolean>;
  /** Whether a key is that of a stored file, not an imported address. */
  isOurs(key: string): boolean;
  /** A signed link; imported addresses are returned unchanged. */
  link(key: string): string;
  link(key: string | null): string | null;
  /** A signed link for five minutes, for what students send; imported addresses are unchanged. */
  shortLink(key: string): string;
  shortLink(key: string | null): string | null;
  /**
   * The key of a signed link in a body, expired or not, for a row to reference.
   * @throws ApiError 400 at the field when the link is not ours, belongs to another row, or was
   * uploaded by another user.
   */
  take(trx: Database, taking: Taking): Promise<string | null>;
}

interface Taking {
  field: string;
  category: string;
  link: unknown;
  /** The user who sets it on a row. */
  user: number;
  /** The row's current value, which may be an imported address. */
  current?: unknown;
}

interface FilesOptions {
  store: FileStore;
  /** The secret that signs links. */
  secret: string;
  database: Database;
}

export function createFiles({ store, secret, database }: FilesOptions): Files {
  const sign = (text: string): string =>
    createHmac('sha256', secret).update(text).digest('base64url');
  const signed = (key: string, expires: string, signature: string): boolean => {
    const [ours, given] = [Buffer.from(sign(`${key} ${expires}`)), Buffer.from(signature)];
    return ours.length === given.length && timingSafeEqual(ours, given);
  };

  /** @throws ApiError 400 at the field for a link that was not signed for this category. */
  function keyOf({ field, category, link }: Taking): string {
    const notOurs = () => validationError(field, 'must be the address of an uploaded file');
    const url = typeof link === 'string' ? URL.parse(link, 'http://here') : null;
    if (!url) throw notOurs();
    const key = url.pathname.match(/^\/file\/([\w-]+\/[\w-]+\.\w+)$/)?.[1];
    const { searchParams: query } = url;
    const ours =
      key?.startsWith(`${category}/`) &&
      signed(key, query.get('expires') ?? '', query.get('signature') ?? '');
    if (!key || !ours) throw notOurs();
    return key;
  }

  function shortLink(key: string): string;
  function shortLink(key: string | null): string | null;
  function shortLink(key: string | null): string | null {
    return key === null || isAddress(key) ? key : linkUntil(key, Date.now() + shortMs);
  }

  function link(key: string): string;
  function link(key: string | null): string | null;
  function link(key: string | null): string | null {
    if (key === null || isAddress(key)) return key;
    return linkUntil(key, (Math.floor(Date.now() / windowMs) + 2) * windowMs);
  }
  const linkUntil = (key: string, expires: number): string =>
    `/file/${key}?expires=${expires}&signature=${sign(`${key} ${expires}`)}`;

  return {
    save: (category, file, uploadedBy) =>
      saveFile(database, store, { ...file, category, uploadedBy }),
    async open(key, expires, signature, size) {
      const type = typeOf(key);
      const left = Number(expires) - Date.now();
      if (!type || !(left > 0) || !signed(key, expires, signature)) return null;
      const record = await database
        .selectFrom('stored_file')
        .select('key')
        .where('key', '=', key)
        .where('released_at', 'is', null)
        .executeTakeFirst();
      if (!record) return null;
      const maxAge = Math.floor(left / 1000);
      const sized = size && (await store.read(sizedKey(key, size)));
      if (sized) return { ...sized, type: sizedType, maxAge };
      const content = await store.read(key);
      return content && { ...content, type, maxAge };
    },
    read: async (key) => (typeOf(key) && !isAddress(key) ? store.get(key) : null),
    removeReleased: () => removeReleased(database, store),
    removeUnused: (before) => removeUnused(database, store, before),
    makeMissingSizes: () => makeMissingSizes(database, store),
    isOurs: (key) => !isAddress(key),
    link,
    shortLink,
    async take(trx, taking) {
      const { field, link, user, current } = taking;
      if (link === null || link === undefined) return null;
      if (typeof link === 'string' && link === current) return link;
      const key = keyOf(taking);
      if (key === current) return key;
      const record = await trx
        .selectFrom('stored_file')
        .selectAll()
        .where('key', '=', key)
        .forUpdate()
        .executeTakeFirst();
      if (!record || record.released_at)
        throw validationError(field, 'no longer exists: upload it again');
      if (record.owner_id !== null) throw validationError(field, 'belongs to another record');
      if (record.uploaded_by !== user)
        throw validationError(field, 'was uploaded by somebody else: upload it again');
      return key;
    },
  };
}
