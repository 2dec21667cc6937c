import type { Role } from '#contract/permissions.ts';

/** Sections of a page of the guide (`docs/guide/PAGE.md`), in the order in which they are shown. */
export interface Topic {
  page: 'setting-up' | 'teacher' | 'admin' | 'account';
  sections: readonly string[];
}
export type Topics = Topic | { teacher: Topic; others: Topic };

const of =
  (page: Topic['page']) =>
  (...sections: [string, ...string[]]): Topic => ({ page, sections });
export const settingUp = of('setting-up');
export const teacher = of('teacher');
export const admin = of('admin');
export const account = of('account');
export const byRole = (ofTeachers: Topic, others: Topic): Topics => ({
  teacher: ofTeachers,
  others,
});

export const lookUp = teacher('weeks-and-rooms', 'find-anything');
export const records = byRole(lookUp, admin('records-of-the-institute'));
export const redList = byRole(teacher('the-red-list'), admin('red-list-and-follow-ups'));
export const support = teacher('when-something-does-not-work', 'find-anything');

/** What the guide says about a page to a role. */
export function topicFor(topics: Topics, role: Role | undefined): Topic {
  if ('page' in topics) return topics;
  return role === 'teacher' ? topics.teacher : topics.others;
}
