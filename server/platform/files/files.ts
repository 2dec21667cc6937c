import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { wrongField } from '../http/api-error.ts';
import type { Database } from '../database/pool.ts';
import type { FileContent, FileStore } from './store.ts';
import { removeReleased, removeUnused, type Removed } from './tidying.ts';

/** A link is good for six to twelve hours, and the same for six, so that browsers can keep what it leads to. */
const windowMs = 6 * 3_600_000;

/** The content type of a key that this service made. */
export const typeOf = (key: string): string | undefined => Object.keys(endings).find((type) => key.endsWith(`.${endings[type]}`));

/** What an import brought instead of a key. */
const isAddress = (key: string): boolean => key.startsWith('/') || /^https?:/.test(key);

/** Kinds of content that may be kept, with the end of their names. */
const endings: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'application/pdf': 'pdf' };

/** Uploaded files: rows keep a file's key, one row each, and every answer signs a fresh link to it. */
export interface Files {
  /** Keeps a file, for whoever uploads it to put on one row. @returns its key. */
  save(category: string, bytes: Uint8Array, type: string, uploadedBy: number | null): Promise<string>;
  /** The file behind a link; null when the link is not ours, has expired, or its row is gone or has taken another file. */
  open(key: string, expires: string, signature: string): Promise<(FileContent & { type: string; maxAge: number }) | null>;
  /** The bytes behind a key; null when there is no such file, or when it is an import's address. */
  read(key: string): Promise<Uint8Array | null>;
  /**
   * Takes away the files whose rows are gone or have taken another; for after the transaction that did so. One that the
   * store does not give up now stays on the list for the next time.
   */
  removeReleased(): Promise<Removed>;
  /** Takes away what was saved before (epoch milliseconds) and no row took up. @returns how many. */
  removeUnused(before: number): Promise<number>;
  /** Whether a key is that of a stored file, and not an address that an import brought. */
  isOurs(key: string): boolean;
  /** A fresh link; an address that an import brought stays as it is. */
  link(key: string | null): string | null;
  /**
   * The key behind a link that a body brings back, expired or not, for a row to take.
   * @throws ApiError 400 at the field when this service never gave it out, when it belongs to another row, or when
   * somebody else uploaded it.
   */
  take(trx: Database, taking: Taking): Promise<string | null>;
}

export interface Taking {
  field: string;
  category: string;
  link: unknown;
  /** Who puts it on a row. */
  user: number;
  /** What the row has now, which may be an import's address. */
  current?: unknown;
}

interface FileParts {
  store: FileStore;
  /** Signs links. */
  secret: string;
  database: Database;
}

export function createFiles({ store, secret, database }: FileParts): Files {
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  const signed = (key: string, expires: string, signature: string): boolean => {
    const [ours, given] = [Buffer.from(sign(`${key} ${expires}`)), Buffer.from(signature)];
    return ours.length === given.length && timingSafeEqual(ours, given);
  };

  /** @throws ApiError 400 at the field when the service never gave this link out for this category. */
  function keyOf({ field, category, link }: Taking): string {
    const url = typeof link === 'string' && URL.canParse(link, 'http://here') ? new URL(link, 'http://here') : null;
    const key = url?.pathname.match(/^\/file\/([\w-]+\/[\w-]+\.\w+)$/)?.[1];
    const ours = key?.startsWith(`${category}/`) && signed(key, url!.searchParams.get('expires') ?? '', url!.searchParams.get('signature') ?? '');
    if (!key || !ours) throw wrongField(field, 'must be the address of an uploaded file');
    return key;
  }

  return {
    async save(category, bytes, type, uploadedBy) {
      const key = `${category}/${randomUUID()}.${endings[type]!}`;
      // The record first: a file without one would never be found again.
      await database.insertInto('stored_file').values({ key, category, uploaded_by: uploadedBy }).execute();
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
    link(key) {
      if (key === null || isAddress(key)) return key;
      const expires = String((Math.floor(Date.now() / windowMs) + 2) * windowMs);
      return `/file/${key}?expires=${expires}&signature=${sign(`${key} ${expires}`)}`;
    },
    async take(trx, taking) {
      const { field, link, user, current } = taking;
      if (link === null || link === undefined) return null;
      if (typeof link === 'string' && link === current) return link;
      const key = keyOf(taking);
      if (key === current) return key;
      const record = await trx.selectFrom('stored_file').selectAll().where('key', '=', key).forUpdate().executeTakeFirst();
      if (!record || record.released_at) throw wrongField(field, 'is not there any more: upload it again');
      if (record.owner_id !== null) throw wrongField(field, 'belongs to another record');
      if (record.uploaded_by !== user) throw wrongField(field, 'was uploaded by somebody else: upload it again');
      return key;
    },
  };
}
