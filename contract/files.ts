import type { PermissionSubject } from './permissions.ts';

const mb = 1024 * 1024;

/** What may be uploaded per category (R-FILE-1): judged by content, not by name. */
export const fileCategories = {
  'student-profile': {
    permission: 'Students',
    types: ['image/png', 'image/jpeg', 'image/webp'],
    maxBytes: 2 * mb,
  },
  'leave-application': {
    permission: 'Approved Leave List',
    types: ['application/pdf', 'image/png', 'image/jpeg'],
    maxBytes: 10 * mb,
  },
} as const satisfies Record<
  string,
  { permission: PermissionSubject; types: readonly string[]; maxBytes: number }
>;

/** The picture of the institute, which is stored in the database and drawn at most 48 pixels high. */
export const logoFile = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: mb / 2,
} as const;

/** `image/png` → `PNG`. */
export const nameOfType = (type: string): string => type.slice(type.indexOf('/') + 1).toUpperCase();

export type FileCategory = keyof typeof fileCategories;
export const isFileCategory = (text: string): text is FileCategory =>
  Object.hasOwn(fileCategories, text);

/** Content types of exported tables. */
export const tableFiles = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
] as const;

/** The edges of the square sizes in which photos of students are stored beside the original, in pixels. */
export const photoSizes = [96, 240, 480] as const;
export type PhotoSize = (typeof photoSizes)[number];

/** The link to a photo for so many pixels of the screen; an imported address stays as it is. */
export function photoLink(link: string, pixels: number): string {
  const size = photoSizes.find((edge) => edge >= pixels);
  return size && link.startsWith('/file/') ? `${link}&size=${size}` : link;
}
