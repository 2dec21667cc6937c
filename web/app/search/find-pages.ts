import { fold } from '#contract/fold.ts';
import type { Action, PermissionSubject } from '#contract/permissions.ts';
import type { MenuEntry, OtherPage } from '../shell/menu.ts';

export interface PageFound {
  title: string;
  path: string;
  search?: Record<string, string> | undefined;
  /** The path of the page's "Add" shortcut, if the user may add. */
  add?: string | undefined;
}

type Searched = Pick<MenuEntry, 'title' | 'path' | 'words' | 'add' | 'addPermission'> &
  Pick<OtherPage, 'search' | 'requires' | 'searchedAs'>;

const timesheet = '/mytimesheet';

/**
 * The pages that a role can find: its menu, groups included, then other pages.
 * @param isTeacher users who are not teachers have no check-ins: of equal matches, their timesheet comes last.
 */
export function searchedPages(
  entries: MenuEntry[],
  others: OtherPage[],
  isTeacher: boolean,
): Searched[] {
  const listed = entries.flatMap(({ children = [], ...entry }) => {
    const [first] = children;
    // A group has no page: it opens its first one.
    return [first ? { ...first, title: entry.title, words: entry.words } : entry, ...children];
  });
  if (isTeacher) return [...listed, ...others];
  const isOwn = ({ path }: Searched) => path === timesheet;
  return [...listed.filter((page) => !isOwn(page)), ...listed.filter(isOwn), ...others];
}

/**
 * Finds pages by titles and further words; the best match first.
 * @param canOpen whether a page exists and the user may open it.
 */
export function findPages(
  pages: Searched[],
  text: string,
  can: (subject: PermissionSubject, action: Action) => boolean,
  canOpen: (path: string) => boolean,
): PageFound[] {
  const addOf = ({ add, addPermission }: Searched) =>
    add && canOpen(add) && (!addPermission || can(...addPermission)) ? add : undefined;
  return pages
    .filter(({ path, requires }) => canOpen(path) && (!requires || can(...requires)))
    .map((page) => ({ page, rank: bestRank(page, fold(text.trim()), addOf(page) !== undefined) }))
    .filter(({ rank }) => rank < none)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ page }) => ({
      title: page.title,
      path: page.path,
      search: page.search,
      add: addOf(page),
    }));
}

const none = 5;
/** Shorter text begins too many words: it matches titles only. */
const minWord = 3;
const split = (text: string) => text.split(/[\s-]+/).filter(Boolean);
const matchesPrefixes = (typed: string, known: string[]) =>
  split(typed).every((word) => known.some((it) => it.startsWith(word)));

/** *Add student* and *new class* name the pages where these are added. */
function bestRank(page: Searched, typed: string, hasAdd: boolean): number {
  const own = rankOf(page, typed);
  const [, added] = /^(?:add|new) (.+)$/.exec(typed) ?? [];
  return hasAdd && added !== undefined ? Math.min(own, rankOf(page, added)) : own;
}

/** 0 is the title itself; a part of the title that begins no word comes last ("roll" in "Enroll"). */
function rankOf({ title, searchedAs = title, words }: Searched, typed: string): number {
  if (!split(typed).length) return none;
  const own = fold(searchedAs);
  if (own === typed) return 0;
  if (own.startsWith(typed)) return 1;
  if (matchesPrefixes(typed, split(own))) return 2;
  if (typed.length < minWord) return none;
  if (matchesPrefixes(typed, [...split(own), ...split(fold(title)), ...split(words)])) return 3;
  return own.includes(typed) ? 4 : none;
}
