import { fold } from './fold.ts';
import { noLastName } from './person-name.ts';

/** Whether a text is the one that our lists, or a database exports for a cell without a value. */
export const isNoValue = (text: string): boolean =>
  /^(?:n\/a|n\.a\.?|\(?null\)?|\(blank\)|\\n|<na>|nan|nil|none|undefined)$/i.test(text);

/**
 * Whether a text stands in the place of a name: words for none, what a database or a program writes, signs alone. *Null*,
 * *Nan* and *None* are names of people, too; a last name of *–* is that of somebody with one name.
 */
export const isNoName = (text: string): boolean =>
  /^(?:n\/a|n\.a\.?|n\.n\.?|\(null\)|\(blank\)|0|x{3,}|unknown|not (?:known|provided|given|available)|no (?:first |last |sur)?name|tba|tbc|undefined)$/i.test(
    text,
  ) ||
  /^(?:NULL|null|nan|NaN|NN)$/.test(text) ||
  (text !== noLastName && /^[^\p{L}\p{N}]+$/u.test(text));

/** Whether a text stands in the place of a person whom a file does not name. */
export const isNoPerson = (text: string): boolean =>
  isNoName(text) ||
  isNoValue(text) ||
  /^(?:–|no (?:guardian|parent|contact)|as above|see (?:note|notes|above)|deceased|same|ditto)$/i.test(
    text,
  ) ||
  (/\s/.test(text) && text.split(/\s+/).every((word) => isNoName(word)));

const wordsOf = (text: string): string[] => text.split(/\s+/);

/** Letters and digits alone, as values of an enumeration are compared. */
export const bare = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Finds the value of an enumeration: without regard to case, spaces and accents, by a short form, or by a
 * beginning of at least three letters that only one value has. Other texts stay as they are.
 * @param short other texts of a value, in lower case.
 */
export function valueFinder<Value extends string>(
  values: readonly Value[],
  short: Partial<Record<Value, readonly string[]>> = {},
): (text: string) => string {
  const known = new Map<string, Value>();
  for (const value of values)
    for (const text of [value, ...(short[value] ?? [])]) known.set(bare(text), value);
  return (text) => {
    const wanted = bare(text);
    const exact = known.get(wanted);
    if (exact !== undefined || wanted.length < 3) return exact ?? text;
    const [first, ...others] = new Set(values.filter((value) => bare(value).startsWith(wanted)));
    return first !== undefined && others.length === 0 ? first : text;
  };
}

/** The short forms of genders in files, and those of other languages; letters by what stands beside them: `genderReader`. */
export const shortGenders = {
  male: wordsOf(`m boy mr männlich herr homme masculin garçon hombre varón masculino maschio uomo man mand
    mann gutt junge pojke dreng jongen poika erkek mężczyzna muž férfi mies mees мужской муж чоловік άνδρας άρρεν 男性
    남성 남자 ذكر זכר nam laki-laki lakilaki home noi muški muškarac moški мушки cismale`),
  female:
    wordsOf(`f w girl mrs ms miss mme mlle weiblich frau femme féminin fille mujer femenino femmina donna feminino vrouw kvinna
    kvinne kvinde jente mädchen flicka pige meisje tyttö kadın kız kobieta žena nő nainen naine женский жен жінка γυναίκα
    θήλυ 女性 여성 여자 أنثى נקבה nữ perempuan dona noia ženski ženska женски cisfemale`),
  other: wordsOf(
    'x d o divers autre otro altro outro anders inne annat nonbinary non-binary genderx diverse genderqueer',
  ),
};

/** Texts with which a file says that it has no gender. */
const noGenders = new Set(
  `unknown, unspecified, undisclosed, not specified, not stated, not disclosed, not known, prefer not to say, keine angabe,
  unbekannt, nicht angegeben, non spécifié, non précisé, no especificado, não informado, non specificato, niet opgegeven, -, ?`
    .split(',')
    .map((text) => fold(text.trim())),
);
export const isNoGender = (text: string): boolean => noGenders.has(fold(text.trim()));

/** Texts with which a file says that it does not know, in a column of cards or phones. */
const notKnown =
  /^(?:-+|–|\?+|0+|unknown|pending|tba|tbd|not known|not provided|none given|no phone|no mobile|unbekannt|inconnu|desconocido)$/i;
export const isNoPhone = (text: string): boolean => notKnown.test(text.trim());

/** Texts with which a file says that somebody has no card. */
const noCards = new Set(
  '-, –, 0, no card, no, lost, missing, not issued, keine, keine karte, aucune, sans carte, sin tarjeta, nessuna, geen'
    .split(',')
    .map((text) => fold(text.trim())),
);
export const isNoCard = (text: string): boolean =>
  noCards.has(fold(text.trim())) || notKnown.test(text.trim());

/** Yes and no in files of other systems, in the languages whose genders are read. */
export const yesAndNo = {
  yes: ['y', 'true', '1', 'ja', 'j', 'oui', 'sí', 'sim', 'evet'],
  no: ['n', 'false', '0', 'nein', 'nee', 'non', 'não', 'hayır'],
} as const;

/** Whether a spreadsheet has changed a number: `7.0001E+09`, `7.0001E9`, `1234567.0`. */
export const isChangedNumber = (text: string): boolean =>
  /^-?\d+([.,]\d+)?E[+-]\d+$/i.test(text) ||
  /^-?\d+[.,]\d+E\d+$/i.test(text) ||
  /^\d+[.,]0+$/.test(text);

/** A number without the separators between its thousands: `8,811,000,009`; other texts stay as they are. */
export const withoutThousands = (text: string): string =>
  /^\d{1,3}([,.'’\u{a0}\u{202f} ])\d{3}(\1\d{3})*$/u.test(text) ? text.replaceAll(/\D/g, '') : text;

/** Whether a number has separators between its thousands. A single one may be part of a card number. */
export const hasThousands = (text: string): boolean =>
  withoutThousands(text) !== text && (text.match(/\D/g) ?? []).length > 1 && !text.includes(' ');

/** Whether a text is what spreadsheets show for a value that they could not find: `#N/A`, `#REF!`, `#WERT!`. */
export const isSheetError = (text: string): boolean =>
  /^#(N\/[AVD]|NV|\p{Lu}[\p{Lu}\d/]{1,11}[!?])$/u.test(text);

/** What IDs of a file are that differ from another one by zeros in front alone, which a spreadsheet takes off. */
export const zeroAnswers = {
  same: 'The students with the zeros',
  other: 'Other students',
} as const;
export type ZeroAnswer = keyof typeof zeroAnswers;

/** Whether a row whose ID has other names and another date of birth here is the same student. */
export const otherPeopleAnswers = {
  refuse: 'Not known: leave the rows out',
  same: 'The same students: change their names and dates of birth',
} as const;
export type OtherPeople = keyof typeof otherPeopleAnswers;

/** Answers to the question whether an empty cell removes the stored value. */
export const emptyCellsAnswers = {
  leave: 'Leave what is here',
  remove: 'Remove what is here',
} as const;
export type EmptyCells = keyof typeof emptyCellsAnswers;

/** An ID without the zeros in front that a spreadsheet takes off; IDs with letters keep theirs. */
export const withoutZeros = (id: string): string =>
  /^0+\d+$/.test(id) ? id.replace(/^0+(?=\d)/, '') : id;
