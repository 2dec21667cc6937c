import type { Resource } from './permissions.ts';

const mb = 1024 * 1024;

/** What may be uploaded where (design §4): by content, not by name. */
export const fileCategories = {
  'student-profile': { resource: 'Students', types: ['image/png', 'image/jpeg', 'image/webp'], mostBytes: 2 * mb },
  'leave-application': { resource: 'Approved Leave List', types: ['application/pdf', 'image/png', 'image/jpeg'], mostBytes: 10 * mb },
} as const satisfies Record<string, { resource: Resource; types: readonly string[]; mostBytes: number }>;

export type FileCategory = keyof typeof fileCategories;
export const isFileCategory = (text: string): text is FileCategory => Object.hasOwn(fileCategories, text);
