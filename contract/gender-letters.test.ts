import { describe, expect, it } from 'vitest';
import { genderReader } from './gender-letters.ts';

const read = (heading: string, texts: string[], meaningOfM?: 'male' | 'female') => {
  const reader = genderReader({ texts, heading, meaningOfM });
  return reader && texts.map(reader).join(' ');
};

describe('letters of genders are read by what stands beside them', () => {
  it.each([
    ['M F', 'Gender', 'male female'],
    ['M W D', 'Geschlecht', 'male female D'],
    ['H F', 'Sexe', 'male female'],
    ['H M', 'Sexo', 'male female'],
    ['M F', 'Sexo', 'male female'],
    ['V M', 'Sexo', 'male female'],
    ['V M', 'Geslacht', 'female male'],
    ['V', 'Geslacht', 'female'],
    ['M X', 'Gender', 'male X'],
    ['K M', 'Płeć', 'female male'],
    ['E K', 'Cinsiyet', 'male female'],
    ['G F', 'Sexe', 'male female'],
    ['B G', 'Gender', 'male female'],
    ['1 2', 'Sex', 'male female'],
    ['2 9', 'Sex', 'female 9'],
    ['U D', 'Sesso', 'male female'],
    ['N M', 'Sukupuoli', 'female male'],
    ['F N', 'Neme', 'male female'],
    ['M Ž', 'Pohlaví', 'male female'],
    ['М Ж', 'Пол', 'male female'],
    ['Α Θ', 'Φύλο', 'male female'],
    ['男 女', '性別', 'male female'],
    ['남 여', '성별', 'male female'],
    ['D', 'Geschlecht', 'D'],
    ['H D', 'Gènere', 'male female'],
    ['H F D', 'Sexe', 'male female D'],
    ['V M', 'M/V', 'female male'],
    ['M', 'Sexo (H/M)', 'female'],
    ['M', 'Gender M/F', 'male'],
    ['H male m', 'Sexo', 'male male female'],
  ])('%s below %s: %s', (texts, heading, values) =>
    expect(read(heading, texts.split(' '))).toBe(values),
  );

  it.each([
    ['G', 'Gender'],
    ['V', 'Gender'],
    ['U', 'Gender'],
    ['H M F', 'Sexe'],
  ])('%s below %s may be several, and stays as it is', (texts, heading) =>
    expect(read(heading, texts.split(' '))).toBe(texts),
  );

  it.each([
    ['M', 'Sexo', 'male', 'male'],
    ['M', 'Género', 'female', 'female'],
    ['V M', 'Gender', 'male', 'female male'],
    ['V M', 'Gender', 'female', 'male female'],
  ] as const)(
    '%s below %s is a question, here with the answer %s',
    (texts, heading, answer, values) => {
      expect(read(heading, texts.split(' '))).toBeNull();
      expect(read(heading, texts.split(' '), answer)).toBe(values);
    },
  );
});
