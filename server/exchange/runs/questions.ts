import type { ImportQuestion } from '#contract/exchange/import-run.ts';
import type { z } from 'zod';
import { printOf, type RememberedAnswers, type ToRemember } from './remembered.ts';
import { shown } from './problems.ts';

/** The choices that a page can show. */
const maxChoices = 1000;

interface Question extends Omit<ImportQuestion, 'answer' | 'choices' | 'remembered'> {
  choices?: ImportQuestion['choices'];
  /** What was found or chosen, used until somebody answers; null: has to be answered. */
  found: string | null;
  /** An answer may be something else than one of the choices. */
  isOpen?: true;
  /** The form's rule for what is written of it, with its messages. */
  rule?: z.ZodType<string, string>;
  /** What it is about, where its name does not say it: of something else it is open again. */
  about?: string;
  /** The answer says something about this file alone: it is not remembered. */
  isOfFile?: boolean;
}

/** Classes that a question names. */
const namedAtMost = 5;

/** The first of several texts as one sentence, and how many more there are. */
export const firstOf = (texts: readonly string[]): string => {
  const more = texts.length > namedAtMost ? `; and ${texts.length - namedAtMost} more` : '';
  return `${texts.slice(0, namedAtMost).join('; ')}${more}.`;
};
/** What an import cannot know by itself, and the answers. */
export class Questions {
  readonly #given: Record<string, string>;
  readonly #put = new Map<string, ImportQuestion>();
  readonly #wrong = new Map<string, string>();
  readonly #used = new Map<string, ToRemember>();
  #remembered: RememberedAnswers = new Map();

  constructor(given: Record<string, string>) {
    this.#given = given;
  }

  /** Whether a message names the choices: ids say nothing to people. */
  protected readonly namesChoices: boolean = true;

  /** The answers of the last file of this source, which hold unless another one is given. */
  remember(answers: RememberedAnswers): void {
    this.#remembered = answers;
  }

  /** What the next file of this source is answered with. */
  get toRemember(): ToRemember[] {
    return [...this.#used.values()].filter(({ question }) => !this.#wrong.has(question));
  }

  /** The answer that was given or is remembered, of a question that is not put yet. */
  answerTo(name: string): string | undefined {
    return this.#given[name]?.trim() ?? this.#remembered.get(name)?.answer;
  }

  /** Whether the last file of this source was answered. */
  isRemembered(name: string): boolean {
    return this.#remembered.has(name);
  }

  /** @returns the answer, what was found, or null while it has no answer. */
  ask({ name, label, help, found, choices = [], isOpen, rule, about, isOfFile }: Question) {
    const values = isOpen ? [] : choices.map(({ value }) => value);
    const before = isOfFile ? undefined : this.#remembered.get(name);
    const isSame = before !== undefined && before.about === printOf(about);
    const isValid = (answer: string) =>
      (values.length === 0 || values.includes(answer)) &&
      rule?.safeParse(answer).error === undefined;
    const known = isSame && isValid(before.answer) ? before.answer : undefined;
    const given = this.#given[name]?.trim() ?? known;
    const parsed = given ? rule?.safeParse(given) : undefined;
    const wrong =
      given && values.length > 0 && !values.includes(given)
        ? `must be one of ${this.namesChoices ? values.join(', ') : 'the choices'}`
        : parsed?.error?.issues[0]?.message;
    const answer = wrong === undefined ? (parsed?.data ?? (given || found)) : found;
    this.#put.set(name, {
      name,
      label: shown(label),
      help: shown(help, 2000),
      choices: choices
        .slice(0, maxChoices)
        .map((choice) => ({ value: choice.value, label: shown(choice.label) })),
      answer,
      ...(known !== undefined && answer === known && { remembered: true }),
    });
    if (!isOfFile)
      this.#used.set(name, {
        question: name,
        answer: answer === found ? null : answer,
        about: printOf(about),
      });
    if (wrong !== undefined) this.reject(name, `the answer ${wrong}`);
    return answer;
  }

  /** The answer to a question is none, for this reason: it stays open. */
  reject(name: string, reason: string): void {
    const put = this.#put.get(name);
    if (!put) return;
    this.#put.set(name, { ...put, answer: null, error: shown(reason) });
    this.#wrong.set(name, reason);
  }

  isAnswered(name: string): boolean {
    return typeof this.#put.get(name)?.answer === 'string';
  }

  /** What is wrong with answers, by question. */
  get wrong(): ReadonlyMap<string, string> {
    return this.#wrong;
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
