import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { validationError } from '../http/api-error.ts';
import type { Database } from '../database/pool.ts';
import type { FileContent, FileStore } from './store.ts';
import { removeReleased, removeUnused, type Removed } from './tidying.ts';
import { required } from '../required.ts';

/** A link is valid for six to twelve hours and constant for six, so that browsers can cache the file. */
const windowMs = 6 * 3_600_000;
/** A short link is for one click. */
const shortMs = 5 * 60_000;

/** The content type of a key that this service made. */
export const typeOf = (key: string): string | undefined =>
  Object.keys(endings).find((type) => key.endsWith(`.${endings[type]}`));

/** An imported address instead of a key. */
const isAddress = (key: string): boolean => key.startsWith('/') || /^https?:/.test(key);

/** Content types that are stored, with their file extensions. */
const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** Uploaded files: a file's key belongs to one row, and every response signs a link to it. */
export interface Files {
  /** Stores a file, for its uploader to attach to one row. @returns its key. */
  save(
    category: string,
    bytes: Uint8Array,
    type: string,
    uploadedBy: number | null,
  ): Promise<string>;
  /** The file of a link; null when the link is not ours, has expired, or no row references the file. */
  open(
    key: string,
    expires: string,
    signature: string,
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
    async save(category, bytes, type, uploadedBy) {
      const key = `${category}/${randomUUID()}.${required(endings[type], `The file extension of ${type}`)}`;
      // The record is inserted first: a file without a record would never be found.
      await database
        .insertInto('stored_file')
        .values({ key, category, uploaded_by: uploadedBy })
        .execute();
      await store.put(key, bytes, type);
      return key;
    },
    async open(key, expires, signature) {
      const type = typeOf(key);
      const left = Number(expires) - Date.now();
      if (!type || !(left > 0) || !signed(key, expires, signature)) return null;
      const record = await database
        .selectFrom('stored_file')
        .select('key')
        .where('key', '=', key)
        .where('released_at', 'is', null)
        .executeTakeFirst();
      const content = record && (await store.read(key));
      return content ? { ...content, type, maxAge: Math.floor(left / 1000) } : null;
    },
    read: async (key) => (typeOf(key) && !isAddress(key) ? store.get(key) : null),
    removeReleased: () => removeReleased(database, store),
    removeUnused: (before) => removeUnused(database, store, before),
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
