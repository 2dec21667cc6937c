import type { Icon } from '@tabler/icons-react';
import type { Action, PermissionSubject } from '#contract/permissions.ts';
import type { loadList } from '../page-data.ts';
import type { Topics } from './guide.ts';

/** A component of a module that is loaded with its page. */
export interface LazyPage {
  load: () => Promise<object>;
  name: string;
}
/** @param load loads the pages of an area, or the module of one page. */
export const from = <Pages extends object>(
  load: () => Promise<Pages>,
  name: keyof Pages & string,
): LazyPage => ({ load, name });

/** A heading of the sidebar with pages below it; it has no page of its own. */
export interface Group {
  title: string;
  path: string;
  icon: Icon;
  permission: PermissionSubject;
  words: string;
}

/** A group of tools below the entries of the sidebar (R-SHELL-6). */
export interface ToolGroup {
  title: string;
  icon: Icon;
}

/** Where the plus beside a page's entry leads, and the permission that it requires besides. */
interface AddLink {
  path: string;
  permission: [PermissionSubject, Action];
}

/** The state of a page that the search opens by a title of its own. */
interface Shortcut {
  title: string;
  /** Further words by which it is found. */
  words: string;
  params: Record<string, string>;
  /** Required besides the permission to open the page. */
  permission: [PermissionSubject, Action];
}

/**
 * All that the application knows of a page: router, sidebar, search, breadcrumbs and help are
 * derived from it.
 */
export interface PageFacts {
  /** The permissions of the page, one of which suffices. */
  permission?: PermissionSubject | readonly PermissionSubject[];
  /** The permission to do this is required instead of the one to read. */
  action?: 'export' | 'delete' | 'edit' | 'add' | 'teacherFilter';
  /** For a window of its own, or a projector: without sidebar, search and account. */
  isBare?: true;
  /** The page is offered only where the institute has this, or to who may do what follows. */
  needs?: 'local_inbox' | 'teachers_see_building';
  orMay?: [PermissionSubject, Action];
  component: LazyPage;
  /** Parses the parameters of the address; by default all values stay text. */
  params?: (search: Record<string, unknown>) => object;
  /** Reads the data of the first screen; by default those of the list at this address. */
  loader?: typeof loadList;
  /** The form at `{path}/add`: it requires the permission to add or, with `?edit=`, to edit. */
  form?: { title: string; component: LazyPage; guide?: Topics };
  /** The part of the guide for the page (R-GUIDE-2). */
  guide: Topics;
  /** Its icon in the sidebar, where it stands in the order of the pages. */
  sidebar?: Icon;
  group?: Group;
  /** Its group of tools in the sidebar, and its icon there. */
  tool?: { group: ToolGroup; icon: Icon };
  /** The entry of the sidebar to which it belongs, where its address does not say so. */
  within?: string;
  /** Words by which the search finds it besides its title; the search offers no page without them. */
  words?: string;
  /** The title by which the search ranks it: pages of which the specification says the name come first. */
  searchedAs?: string;
  /** Where "Add" leads; by default to the form. */
  add?: AddLink;
  shortcuts?: readonly Shortcut[];
}

export interface Page extends PageFacts {
  path: string;
  /** Its name in the window's title, in breadcrumbs, sidebar and search. */
  title: string;
}

export const page = <const Path extends string, const Facts extends PageFacts>(
  path: Path,
  title: string,
  facts: Facts,
) => ({ path, title, ...facts });
