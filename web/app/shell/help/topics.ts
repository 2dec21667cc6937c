import type { Role } from '#contract/permissions.ts';
import { pages } from '../../pages/index.ts';
import { support, topicFor, type Topic, type Topics } from '../../pages/guide.ts';
import type { Page } from '../../pages/page.ts';

const all: readonly Page[] = pages;

/** The part of the guide for each route of the router (R-GUIDE-2). */
export const topics: Record<string, Topics> = Object.fromEntries(
  all.flatMap(({ path, guide, form }) => [
    [path, guide],
    ...(form ? [[`${path}/add`, form.guide ?? guide]] : []),
  ]),
);

/** What the guide says about a page to a role; about no page in particular where there is none. */
export const topicOf = (route: string | undefined, role: Role | undefined): Topic =>
  topicFor((route !== undefined && topics[route]) || support, role);
