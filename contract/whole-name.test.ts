import { describe, expect, it } from 'vitest';
import {
  areWholeNames,
  isSameWholeName,
  needsNameOrder,
  repeatFirstNames,
  splitName,
  withSplitNames,
  writesCapitals,
  type NameOrder,
} from './whole-name.ts';

describe('a whole name', () => {
  it.each<[string, NameOrder, string, string]>([
    ['O’Brien, Zoë', 'given_first', 'Zoë', 'O’Brien'],
    ['van der Berg, Jan Piet', 'given_first', 'Jan Piet', 'van der Berg'],
    ['O’BRIEN Zoë', 'given_first', 'Zoë', 'O’BRIEN'],
    ['Zoë O’BRIEN', 'family_first', 'Zoë', 'O’BRIEN'],
    ['Jan van den BERG', 'family_first', 'Jan', 'van den BERG'],
    ['J. SMITH', 'family_first', 'J.', 'SMITH'],
    ['Zoë O’Brien', 'given_first', 'Zoë', 'O’Brien'],
    ['Zoë Marie O’Brien', 'given_first', 'Zoë Marie', 'O’Brien'],
    ['Jan van der Berg', 'given_first', 'Jan', 'van der Berg'],
    ['Martin King Jr.', 'given_first', 'Martin', 'King Jr.'],
    ['O’Brien Zoë Marie', 'family_first', 'Zoë Marie', 'O’Brien'],
    ['van der Berg Jan', 'family_first', 'Jan', 'van der Berg'],
    ['Nguyễn Thị Ánh', 'family_first', 'Thị Ánh', 'Nguyễn'],
    ['ANNA SCHMIDT', 'given_first', 'ANNA', 'SCHMIDT'],
    ['Sukarno', 'given_first', 'Sukarno', '–'],
    ['李小龍', 'family_first', '李小龍', '–'],
    ['van Berg', 'given_first', 'van', 'Berg'],
    ['Smith, John, Jr.', 'given_first', 'John', 'Smith Jr.'],
    ['Anna Wolf, PhD', 'given_first', 'Anna', 'Wolf PhD'],
    ['Dr. Anna Wolf', 'given_first', 'Dr. Anna', 'Wolf'],
    ['Dr. Wolf Anna', 'family_first', 'Dr. Anna', 'Wolf'],
    ['John Smith III', 'given_first', 'John', 'Smith III'],
    ['Anna Wolf (she/her)', 'given_first', 'Anna', 'Wolf'],
    ['Dee Day (née Smith)', 'given_first', 'Dee', 'Day (née Smith)'],
    ['McDONALD Ron', 'given_first', 'Ron', 'McDONALD'],
    ['d’ARC Jeanne', 'given_first', 'Jeanne', 'd’ARC'],
    ['ABEL J-P', 'given_first', 'J-P', 'ABEL'],
    ['WEIß Uwe', 'given_first', 'Uwe', 'WEIß'],
    ['Nguyễn Văn Anh', 'family_first', 'Văn Anh', 'Nguyễn'],
    ['Hong Van Tran', 'given_first', 'Hong Van', 'Tran'],
    ['García de la Torre Ana', 'family_first', 'Ana', 'García de la Torre'],
    ['van Berg', 'family_first', 'Berg', 'van'],
    ['Garcia Lopez Ana', 'family_first', 'Lopez Ana', 'Garcia'],
    ['Berg, Jan van der', 'given_first', 'Jan', 'van der Berg'],
    ['Tran, Hong Van', 'given_first', 'Hong Van', 'Tran'],
    ['Ron Mc Donald', 'given_first', 'Ron', 'Mc Donald'],
    ['Seán Ó Briain', 'given_first', 'Seán', 'Ó Briain'],
    ['Mary Ann St. John', 'given_first', 'Mary Ann', 'St. John'],
    ['Anna-Lena von und zu Gutenberg', 'given_first', 'Anna-Lena', 'von und zu Gutenberg'],
    ['Pedro dos Santos e Silva', 'given_first', 'Pedro', 'dos Santos e Silva'],
    ['Ravi s/o Kumar', 'given_first', 'Ravi', 's/o Kumar'],
    ['Mac Miller', 'given_first', 'Mac', 'Miller'],
    ['Maria Da Silva', 'given_first', 'Maria', 'Da Silva'],
    ['Juan Dela Cruz', 'given_first', 'Juan', 'Dela Cruz'],
    ['Anna Van Der Berg', 'given_first', 'Anna', 'Van Der Berg'],
    ['Omar Al Hassan', 'given_first', 'Omar', 'Al Hassan'],
    ['Al Brown', 'given_first', 'Al', 'Brown'],
    ['Sean O Connor', 'given_first', 'Sean', 'O Connor'],
    ['Ana de los Santos', 'given_first', 'Ana', 'de los Santos'],
    ["Piet in 't Veld", 'given_first', 'Piet', "in 't Veld"],
    ['Hans im Hof', 'given_first', 'Hans', 'im Hof'],
    ['Anna de Vries-van Dijk', 'given_first', 'Anna', 'de Vries-van Dijk'],
    ['Jan Jansen-van den Berg', 'given_first', 'Jan', 'Jansen-van den Berg'],
    ['Silva, Ana dos Santos e', 'given_first', 'Ana', 'dos Santos e Silva'],
    ['Zoë O’Brien (SX48001)', 'given_first', 'Zoë', 'O’Brien'],
    ['O’Brien, Zoë (SX48001)', 'given_first', 'Zoë', 'O’Brien'],
    ['De Vries Jan', 'family_first', 'Jan', 'De Vries'],
    ['Mc Donald Ron', 'family_first', 'Ron', 'Mc Donald'],
    ['von und zu Gutenberg Anna', 'family_first', 'Anna', 'von und zu Gutenberg'],
    ['dos Santos e Silva Pedro', 'family_first', 'Pedro', 'dos Santos e Silva'],
  ])('%s with %s is %s and %s', (text, order, first_name, last_name) =>
    expect(splitName(text, order)).toEqual({ first_name, last_name }),
  );

  it.each([
    ['Hong Van', 'Tran', 'Hong', 'Van Tran', true],
    ['小龍', '李', '李小龍', '–', true],
    ['Mary Ann', 'Evans Smith', 'Mary Ann Evans', 'Smith', true],
    ['Zoë', 'O’Brien', 'Zoe', "O'Brien", true],
    ['Ann', 'Low', 'Ann', 'Lowe', false],
  ])('%s/%s and %s/%s are the same: %s', (first_name, last_name, first, last, isSame) =>
    expect(isSameWholeName({ first_name, last_name }, { first_name: first, last_name: last })).toBe(
      isSame,
    ),
  );

  it.each([
    [['O’Brien, Zoë', 'Sukarno', '', 'BERG Jan'], false],
    [['O’Brien, Zoë', 'Zoë O’Brien'], true],
    [['ANNA SCHMIDT'], true],
  ])('%j needs its order: %s', (texts, isNeeded) => expect(needsNameOrder(texts)).toBe(isNeeded));

  it('has initials, and no family name in capitals, where the others of its column have none', () => {
    expect(writesCapitals(['AJ Brown', 'Ann Low', 'Bo Hall'])).toBe(false);
    expect(splitName('AJ Brown', 'given_first', false)).toEqual({
      first_name: 'AJ',
      last_name: 'Brown',
    });
    expect(writesCapitals(['BROWN Al', 'LOW Ann', 'Hall, Bo', 'Sukarno'])).toBe(true);
  });

  it('is not alone in its column: one word is a first or a last name', () => {
    expect(areWholeNames(['Abel', 'Ann Low', ''])).toBe(false);
    expect(areWholeNames(['Abel, Ann', 'Ann Low', 'Sukarno', '李小龍'])).toBe(true);
  });

  it('may stand beside a first name', () => {
    expect(repeatFirstNames(['Ann', 'Zoë'], ['Ann Abel', "O'Brien, Zoe"])).toBe(true);
    expect(repeatFirstNames(['Ann', 'Zoë'], ['Abel', 'O’Brien'])).toBe(false);
  });

  it('becomes two columns, in short rows too', () => {
    const csv = {
      columns: ['Name', 'ID'],
      rows: [
        { line: 2, cells: ['O’Brien, Zoë', '7'] },
        { line: 3, cells: ['Sukarno'] },
        { line: 4, cells: [''] },
      ],
      encoding: 'utf-8' as const,
      headerLine: 1,
      first: [],
      above: [],
    };
    const { csv: split, names } = withSplitNames(csv, 'Name', 'given_first');
    expect(split.columns).toEqual(['Name', 'ID', names.first_name, names.last_name]);
    expect(split.rows.map(({ cells }) => cells)).toEqual([
      ['O’Brien, Zoë', '7', 'Zoë', 'O’Brien'],
      ['Sukarno', '', 'Sukarno', '–'],
      ['', '', '', ''],
    ]);
  });
});
