/** Parses JSON; null for invalid text. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
