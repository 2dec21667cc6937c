import type { ImportQuestion } from '#contract/import-run.ts';

interface Asked extends Omit<ImportQuestion, 'answer' | 'choices'> {
  choices?: ImportQuestion['choices'];
  /** What was found or chosen, used until somebody answers; null: has to be answered. */
  found: string | null;
}

/** What an import cannot know by itself, and the answers. */
export class Questions {
  readonly #given: Record<string, string>;
  readonly #asked = new Map<string, ImportQuestion>();

  constructor(given: Record<string, string>) {
    this.#given = given;
  }

  /** @returns the answer, what was found, or null while nobody has answered. */
  ask({ found, choices = [], ...question }: Asked): string | null {
    const given = this.#given[question.name]?.trim();
    const answer = given || found;
    this.#asked.set(question.name, { ...question, choices, answer });
    return answer;
  }

  get asked(): ImportQuestion[] {
    return [...this.#asked.values()];
  }

  /** Without an answer; nothing is written while there are any. */
  get open(): ImportQuestion[] {
    return this.asked.filter(({ answer }) => answer === null);
  }

  /** Answers to questions that were not put: a name that was mistyped. */
  get unknown(): string[] {
    return Object.keys(this.#given).filter((name) => !this.#asked.has(name));
  }
}

/** The answers `yes` and `no`. */
export const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
