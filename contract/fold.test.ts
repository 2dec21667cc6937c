import { expect, it } from 'vitest';
import { foldedWords } from './fold.ts';

it.each([
  ['O’Brien, Zoë', ['obrien', 'zoe']],
  ['z. obrien dr.', ['z', 'obrien', 'dr.']],
  ['王小明', ['王', '小', '明']],
  ['山田さくら', ['山', '田', 'さ', 'く', 'ら']],
  ['김민수 s1', ['김', '민', '수'].map((one) => one.normalize('NFKD')).concat('s1')],
  ['高等数学入門', ['高等数学入門']],
  ['  ', []],
])('the words of %j', (search, words) => expect(foldedWords(search)).toEqual(words));
