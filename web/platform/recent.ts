import { limits } from '#contract/limits.ts';

/** A page by its address, or a record with its title. */
export interface Opened {
  path: string;
  /** When, in epoch milliseconds. */
  at: number;
  record?: { title: string; detail?: string; search?: Record<string, string> };
}

interface Store {
  /** The user's e-mail address. Not shown to other users. */
  user: string;
  opened: Opened[];
}

const names = { pages: 'recent_pages', records: 'recent_records' };
type Kind = keyof typeof names;
/** Pages are stored across windows; records may name students and are stored for the window only. */
const storageOf = (kind: Kind): Storage => (kind === 'pages' ? localStorage : sessionStorage);

function read(kind: Kind, user: string): Opened[] {
  try {
    const store = JSON.parse(storageOf(kind).getItem(names[kind]) ?? 'null') as Store | null;
    return store?.user === user && Array.isArray(store.opened) ? store.opened : [];
  } catch {
    return [];
  }
}

export const keyOfPlace = ({
  path,
  search,
}: {
  path: string;
  search?: Record<string, string> | undefined;
}): string => `${path}?${new URLSearchParams(search).toString()}`;
const keyOf = ({ path, record }: Opened) => keyOfPlace({ path, search: record?.search });

/** Stores an opened item, in front of earlier ones. */
export function rememberOpened(user: string, opened: Opened): void {
  const kind = opened.record ? 'records' : 'pages';
  const before = read(kind, user).filter((it) => keyOf(it) !== keyOf(opened));
  const store: Store = { user, opened: [opened, ...before].slice(0, limits.recentlyOpened) };
  storageOf(kind).setItem(names[kind], JSON.stringify(store));
}

/** The user's recently opened items here, the latest first. */
export const recentlyOpened = (user: string): Opened[] =>
  [...read('pages', user), ...read('records', user)].toSorted((a, b) => b.at - a.at);

/** Removes an erased student. */
export const forgetRecords = (): void => storageOf('records').removeItem(names.records);

export function forgetOpened(): void {
  for (const kind of ['pages', 'records'] as const) storageOf(kind).removeItem(names[kind]);
}
