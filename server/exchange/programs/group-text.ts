import { plainText } from '../icalendar/plain.ts';

/** `12A, 12B`: as many names as there is space for, and how many more there are. */
export function groupText(names: string[], max: number): string {
  const different = [...new Set(names.map((name) => name.trim()).filter(Boolean))];
  for (let count = different.length; count > 0; count--) {
    const more = different.length - count;
    const text = `${different.slice(0, count).join(', ')}${more > 0 ? ` +${more}` : ''}`;
    if (text.length <= max) return text;
  }
  return plainText(different[0] ?? '', max).trim();
}
