interface Labelled {
  label: string;
  /** A text that distinguishes the option from another one with the same label, such as an e-mail address. */
  apart?: string | undefined;
}

/** Options with distinct labels: where two have the same one, both say more. */
export function distinctLabels<Option extends Labelled>(options: readonly Option[]): Option[] {
  const times = new Map<string, number>();
  for (const { label } of options) times.set(label, (times.get(label) ?? 0) + 1);
  return options.map((option) =>
    option.apart && times.get(option.label) !== 1
      ? { ...option, label: `${option.label} (${option.apart})` }
      : option,
  );
}
