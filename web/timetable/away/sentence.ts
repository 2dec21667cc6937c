const classesOf = (count: number) => (count === 1 ? '1 class' : `${count} classes`);

type Part = readonly [count: number, text: (classes: string) => string];

/** What happens to how many classes, in one sentence without those that count none. */
export const sentenceOf = (parts: readonly Part[], ...more: string[]): string =>
  [...parts.flatMap(([count, text]) => (count > 0 ? text(classesOf(count)) : [])), ...more]
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase());
