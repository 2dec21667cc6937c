import { idsOf } from './check-cell.ts';

export interface Session {
  line: number;
  id: string;
  gone: boolean;
  title: string;
  type: string;
  first: string;
  last: string;
  parent: string | null;
  year: number;
}

/** Sessions by sourcedId. */
export class Sessions {
  readonly #byId: Map<string, Session>;
  /** Parts that became semesters, by what they are part of. */
  readonly #parts: Map<string | null, Session[]>;
  readonly #imported: Set<string>;
  readonly #today: string;

  constructor(sessions: Session[], imported: Set<string>, today: string) {
    this.#byId = new Map(sessions.map((one) => [one.id, one]));
    this.#parts = Map.groupBy(
      sessions.filter(({ id }) => imported.has(id)),
      ({ parent }) => parent,
    );
    this.#imported = imported;
    this.#today = today;
  }

  /**
   * The session of a class that became a semester: one that it names, what these are part of, or the parts
   * of a year, of which the first that has not ended is taken.
   */
  semesterOf(terms: string): { id: string; isChosen: boolean } | null {
    const named = idsOf(terms);
    const found = new Set<string>();
    for (const id of named)
      for (let at = this.#byId.get(id), depth = 0; at && depth < 10; depth++) {
        if (this.#imported.has(at.id)) {
          found.add(at.id);
          break;
        }
        at = at.parent ? this.#byId.get(at.parent) : undefined;
      }
    const options = found.size
      ? [...found]
      : named.flatMap((id) => this.#parts.get(id)?.map((part) => part.id) ?? []);
    const sorted = options
      .flatMap((id) => this.#byId.get(id) ?? [])
      .toSorted((a, b) => a.first.localeCompare(b.first));
    const one = sorted.find(({ last }) => last >= this.#today) ?? sorted.at(-1);
    return one ? { id: one.id, isChosen: sorted.length > 1 } : null;
  }
}
