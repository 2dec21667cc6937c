/**
 * Mail programs make links of addresses, also of one that was entered as a name, and of domains alone. An
 * invisible joiner (U+2060) behind the dot of what looks like one is not seen, and ends that; times stay.
 */
export const unlinked = (text: string): string =>
  text
    .replaceAll('://', ': //')
    .replaceAll(/\bwww\./gi, 'www ')
    .replaceAll(/(?<=[\p{L}\p{N}-])([.．。])(?=\p{L}{2})/gu, '$1\u2060')
    .replaceAll(/(?<=\S)@(?=\S)/g, '@\u2060');

/** The same but for addresses below our own, which a mail leads to. */
export const unlinkedBut = (text: string, publicUrl: string): string =>
  text.replaceAll(/\S+/g, (word) => (word.startsWith(`${publicUrl}/`) ? word : unlinked(word)));
