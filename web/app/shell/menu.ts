import type { Action, PermissionSubject } from '#contract/permissions.ts';
import { pages } from '../pages/index.ts';
import type { Page, PageFacts, ToolGroup } from '../pages/page.ts';
import { tools } from '../pages/tools.ts';

/** One entry of the sidebar; `add` is where its "Add" shortcut leads (R-SHELL-1). */
export interface MenuEntry {
  title: string;
  path: string;
  icon: NonNullable<PageFacts['sidebar']>;
  permission: PermissionSubject;
  /** Further words by which the search finds it. */
  words: string;
  add?: string | undefined;
  /** Required in addition to the permission to open that page. */
  addPermission?: [PermissionSubject, Action];
  children?: MenuEntry[];
}

/** A page without an entry in the sidebar, for the search. */
export interface OtherPage extends Pick<MenuEntry, 'title' | 'path' | 'words' | 'add'> {
  search?: Record<string, string>;
  /** The title by which the search ranks it. */
  searchedAs?: string;
  /** Required in addition to the permission to open the page. */
  requires?: [PermissionSubject, Action];
}

const all: readonly Page[] = pages;
const addOf = ({ path, form, add }: Page) => ({
  add: add?.path ?? (form && `${path}/add`),
  ...(add && { addPermission: add.permission }),
});

/** All entries, in the specified order (R-SHELL-1); a group stands where its first page does. */
export const menu: MenuEntry[] = [];
for (const page of all) {
  const [permission] = [page.permission ?? []].flat();
  if (!page.sidebar || permission === undefined) continue;
  const { path, title, sidebar, group, words = '' } = page;
  const entry = { title, path, icon: sidebar, permission, words, ...addOf(page) };
  const heading = group && menu.find((other) => other.path === group.path);
  if (heading) heading.children?.push(entry);
  else menu.push(group ? { ...group, children: [entry] } : entry);
}

/** A page among the tools below the entries of the sidebar. */
export interface Tool extends Pick<MenuEntry, 'title' | 'path' | 'icon'> {}

/** The groups of tools below the entries (R-SHELL-6), each with its pages in their order. */
export const toolGroups = Object.values<ToolGroup>(tools).map((group) => ({
  ...group,
  pages: all.flatMap(({ tool, path, title }): Tool[] =>
    tool?.group === group ? [{ title, path, icon: tool.icon }] : [],
  ),
}));

export const otherPages: OtherPage[] = all.flatMap((page) => {
  const { path, title, searchedAs, words, sidebar, shortcuts = [] } = page;
  return [
    ...(words !== undefined && !sidebar
      ? [{ title, path, words, ...(searchedAs && { searchedAs }), ...addOf(page) }]
      : []),
    ...shortcuts.map((shortcut) => ({
      title: shortcut.title,
      path,
      words: shortcut.words,
      search: shortcut.params,
      requires: shortcut.permission,
    })),
  ];
});

/** Whether a page belongs to an entry of the sidebar: by its address, or as the page says. */
export function isAt(entry: string, pathname: string): boolean {
  const path = all.find((page) => page.path === pathname)?.within ?? pathname;
  return entry === '/'
    ? path === '/' || path.startsWith('/attendance')
    : path === entry || path.startsWith(`${entry}/`);
}

/** Whether an address is a page without parameters. */
export const isPage = (path: string): boolean =>
  [...menu.flatMap((entry) => entry.children ?? entry), ...otherPages].some(
    (page) => page.path === path,
  );

/** The menu of a role: existing pages that it may read; a group shows while it has entries. */
export function visibleMenu(
  entries: MenuEntry[],
  can: (subject: PermissionSubject, action: Action) => boolean,
  isBuilt: (path: string) => boolean,
): MenuEntry[] {
  return entries.flatMap((entry) => {
    if (!can(entry.permission, 'read')) return [];
    if (entry.children) {
      const children = visibleMenu(entry.children, can, isBuilt);
      return children.length ? [{ ...entry, children }] : [];
    }
    return isBuilt(entry.path) ? [entry] : [];
  });
}
