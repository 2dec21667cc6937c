/** A change of a topic: everything, or some ids. */
export interface Change {
  topic: string;
  /** What changed within the topic, such as students of a class; null for anything. */
  ids: number[] | null;
}

/** More ids become "anything": reading everything again is as fast. */
export const maxIds = 100;
/** A notification of PostgreSQL holds less than 8,000 bytes. */
const maxBytes = 7500;

/**
 * Payloads of notifications: topics, each followed by `+id` for its changes, separated by
 * spaces. Earlier releases treat `+id` as unknown topics.
 */
export function encodeChanges(changes: Change[]): string[] {
  const payloads: string[] = [];
  for (const { topic, ids } of changes) {
    const text = [topic, ...(ids ?? []).map((id) => `+${id}`)].join(' ');
    const last = payloads.at(-1);
    // Topics and ids are ASCII: a character is a byte.
    if (last === undefined || last.length + 1 + text.length > maxBytes) payloads.push(text);
    else payloads[payloads.length - 1] = `${last} ${text}`;
  }
  return payloads;
}

export function decodeChanges(payload: string): Change[] {
  const changes: Change[] = [];
  for (const part of payload.split(' ')) {
    const change = changes.at(-1);
    if (!part.startsWith('+')) changes.push({ topic: part, ids: null });
    else if (change) (change.ids ??= []).push(Number(part.slice(1)));
  }
  return changes;
}

/** Pending changes by topic; a topic is sent once, with all its changes. */
export class ChangeBatch {
  readonly #ids = new Map<string, Set<number> | null>();

  /** @param ids null for "anything". */
  add(topic: string, ids: number[] | null): void {
    const known = this.#ids.get(topic);
    if (known === null) return;
    const all = known ?? new Set();
    ids?.forEach((id) => all.add(id));
    this.#ids.set(topic, ids && all.size <= maxIds ? all : null);
  }

  /** Returns the changes so far, and empties the batch. */
  take(): Change[] {
    const changes = Array.from(this.#ids, ([topic, ids]) => ({ topic, ids: ids && [...ids] }));
    this.#ids.clear();
    return changes;
  }
}
