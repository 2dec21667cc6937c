import { fold } from './fold.ts';

/** What M means in a file whose other letters do not tell. */
export const meaningsOfM = { male: 'M is male', female: 'M is female' } as const;
export type MeaningOfM = keyof typeof meaningsOfM;

/**
 * The letters of genders in the languages of files, male and female, and the digits of ISO/IEC 5218. `ud` is Italian,
 * where D is a woman, and `hd` Catalan; elsewhere D is the German *divers*.
 */
const pairs = '12 mf mw hf gf hm vm mv mk ek mn fn mz ud hd bg lp мж чж αθ 男女 남여 남녀'
  .split(' ')
  .map(([male = '', female = '']) => ({ male, female }));
/** Letters of other genders, which stand beside any pair. */
const others = ['x', 'd', 'o', '0', '9'];

/** Headings of files in which M may be *mujer*. */
const spanish = ['sexo', 'genero'];
/** Headings of files in which V is *vrouw*. */
const dutch = ['geslacht', 'sekse'];

interface GendersOfFile {
  /** The values of the column. */
  texts: readonly string[];
  /** The heading of the column. */
  heading: string;
  /** What M means, where somebody has answered. */
  meaningOfM?: MeaningOfM | undefined;
}

const letterOf = (text: string): string => fold(text.trim()).normalize('NFC');

/**
 * Reads the letters of genders by what stands beside them in the file: M is female beside H (hombre, mujer), and male
 * beside F. Texts that are no letters, and letters that may be both, stay as they are.
 * @returns null where M may be both.
 */
export function genderReader(of: GendersOfFile): ((text: string) => string) | null {
  const letters = new Set(of.texts.map(letterOf).filter((text) => /^[\p{L}\d]$/u.test(text)));
  const meant = pairsOf(letters, of);
  const values = new Map<string, Set<MeaningOfM>>();
  const add = (letter: string, value: MeaningOfM) =>
    values.set(letter, (values.get(letter) ?? new Set()).add(value));
  for (const { male, female } of meant) {
    add(male, 'male');
    add(female, 'female');
  }
  if (letters.has('m') && (values.get('m')?.size ?? 0) > 1) return null;
  return (text) => {
    const [value, second] = values.get(letterOf(text)) ?? [];
    return value === undefined || second !== undefined ? text : value;
  };
}

/** The pairs that the letters of a file may be. */
function pairsOf(letters: Set<string>, { heading, meaningOfM }: GendersOfFile) {
  // D is a woman beside U, and beside H where no other letter is one.
  const isWoman =
    letters.has('d') &&
    (letters.has('u') || (letters.has('h') && !letters.has('f') && !letters.has('m')));
  const known = [...letters].filter((letter) =>
    letter === 'd' ? isWoman : letters.has('u') || !others.includes(letter),
  );
  const title = fold(heading).trim();
  const named = pairs.filter(({ male, female }) =>
    new RegExp(`(?:^|\\P{L})${male}\\s*[/|]\\s*${female}(?:\\P{L}|$)`, 'u').test(title),
  );
  // `M/V` names the man first, as `H/M` does.
  const [one] = named;
  if (one && known.every((letter) => letter === one.male || letter === one.female)) return [one];
  return pairs.filter(({ male, female }) => {
    if (female === 'd' && !isWoman) return false;
    if (!known.every((letter) => letter === male || letter === female)) return false;
    if (male !== 'm' && female !== 'm') return true;
    if (meaningOfM) return (male === 'm') === (meaningOfM === 'male');
    if (known.includes('v') && dutch.includes(title)) return male === 'm';
    if (known.includes('v') && spanish.includes(title)) return female === 'm';
    return male === 'm' || known.join() !== 'm' || spanish.includes(title);
  });
}
