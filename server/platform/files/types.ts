/** Content types that are stored, with their file extensions. */
export const endings: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** The content type of a key that this service made. */
export const typeOf = (key: string): string | undefined =>
  Object.keys(endings).find((type) => key.endsWith(`.${endings[type]}`));
