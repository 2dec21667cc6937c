/** A line of a face on a phone has room for so many letters of ordinary width. */
const lineWidth = 10;

const widthOf = (letter: string): number => {
  if (/[MWmw@%]/.test(letter)) return 1.6;
  return /[\p{Script=Latin}\p{Mark}\p{Script=Cyrillic}\p{Script=Greek}\d'’.-]/u.test(letter)
    ? 1
    : 2;
};

const widthOfWord = (word: string): number =>
  (word.match(/./gu) ?? []).reduce((sum, letter) => sum + widthOf(letter), 0);

/** Returns whether a name takes at most two lines of a face, whatever its letters are: then nothing of it is cut. */
export function takesTwoLines(name: string): boolean {
  const words = name.split(/\s+/).filter(Boolean);
  return words.length <= 2 && words.every((word) => widthOfWord(word) <= lineWidth);
}
