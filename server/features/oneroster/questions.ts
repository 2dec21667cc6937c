import type { ImportQuestion } from '#contract/import-run.ts';

interface Question extends Omit<ImportQuestion, 'answer' | 'choices'> {
  choices?: ImportQuestion['choices'];
  /** What was found or chosen, used until somebody answers; null: has to be answered. */
  found: string | null;
}

/** What an import cannot know by itself, and the answers. */
export class Questions {
  readonly #given: Record<string, string>;
  readonly #put = new Map<string, ImportQuestion>();

  constructor(given: Record<string, string>) {
    this.#given = given;
  }

  /** @returns the answer, what was found, or null while it has no answer. */
  ask({ found, choices = [], ...question }: Question): string | null {
    const given = this.#given[question.name]?.trim();
    const answer = given || found;
    this.#put.set(question.name, { ...question, choices, answer });
    return answer;
  }

  get put(): ImportQuestion[] {
    return [...this.#put.values()];
  }

  /** Without an answer; nothing is written while there are any. */
  get open(): ImportQuestion[] {
    return this.put.filter(({ answer }) => answer === null);
  }

  /** Answers to questions that were not put: a name that was mistyped. */
  get unknown(): string[] {
    return Object.keys(this.#given).filter((name) => !this.#put.has(name));
  }
}

/** The answers `yes` and `no`. */
export const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
