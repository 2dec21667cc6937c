import { describe, expect, it } from 'vitest';
import {
  hasThousands,
  isChangedNumber,
  isNoName,
  isSheetError,
  shortGenders,
  valueFinder,
  yesAndNo,
  withoutZeros,
} from './file-values.ts';

const gender = valueFinder(['male', 'female', 'other'], shortGenders);
const day = valueFinder(['Monday', 'Tuesday', 'Thursday', 'Sunday']);
const yes = valueFinder(['yes', 'no'], yesAndNo);
const state = valueFinder(['not_printed', 'awaiting_collection', 'collected']);

describe('a value of an enumeration in a file', () => {
  it.each([
    [gender, 'F', 'female'],
    [gender, 'm', 'male'],
    [gender, 'X', 'other'],
    [gender, 'Female', 'female'],
    [gender, 'MALE', 'male'],
    [gender, 'w', 'female'],
    [gender, 'Männlich', 'male'],
    [gender, 'FEMME', 'female'],
    [gender, 'masculino', 'male'],
    [gender, 'Mężczyzna', 'male'],
    [gender, 'женский', 'female'],
    [gender, '女性', 'female'],
    [gender, 'unknown', 'unknown'],
    [gender, '', ''],
    [day, 'mon', 'Monday'],
    [day, 'THURSDAY', 'Thursday'],
    [day, 'T', 'T'],
    [yes, 'Ja', 'yes'],
    [yes, 'SI', 'yes'],
    [yes, 'nein', 'no'],
    [yes, '0', 'no'],
    [yes, 'x', 'x'],
    [state, 'Not printed', 'not_printed'],
    [state, 'Awaiting collection', 'awaiting_collection'],
  ] as const)('%o %j: %j', (find, text, value) => {
    expect(find(text)).toBe(value);
  });
});

it('words and signs in the place of a name are found', () => {
  const none = [
    'N/A',
    'NULL',
    'null',
    'nan',
    'NaN',
    'NN',
    'N.N.',
    '_',
    '***',
    '--',
    '?',
    'XXX',
    'Unknown',
    'Not provided',
    'No last name',
    '0',
  ];
  expect(none.filter((text) => !isNoName(text))).toEqual([]);
  const names = ['Null', 'Nan', 'NAN', 'None', 'Xx', 'Ng', 'Nn', '–', 'O', '李', 'Ó'];
  expect(names.filter(isNoName)).toEqual([]);
});

it('numbers that a spreadsheet changed are found', () => {
  expect(
    ['1.2E+06', '7,0001E+09', '1.2077E4', '1234567.0', '1234567,00'].filter(isChangedNumber),
  ).toHaveLength(5);
  expect(['1234567', 'S1.0', '12.5', 'E5', ''].filter(isChangedNumber)).toEqual([]);
});

it('errors of spreadsheets are found, and no other text', () => {
  expect(
    ['#N/A', '#REF!', '#NAME?', '#DIV/0!', '#NV', '#WERT!', '#N/D'].filter(isSheetError),
  ).toHaveLength(7);
  expect(['#1', '#12A', 'N/A', '#NO', 'A!', '#hash!', '#12!'].filter(isSheetError)).toEqual([]);
});

it('zeros in front are those of numbers alone', () => {
  expect(['0012345', '12345', 'S001', '00', '0'].map(withoutZeros)).toEqual([
    '12345',
    '12345',
    'S001',
    '0',
    '0',
  ]);
});

it('a number with several separators of thousands was formatted by a spreadsheet', () => {
  expect(['8,811,000,009', '1.234.567', "1'234'567"].filter(hasThousands)).toHaveLength(3);
  expect(['12,077', '013,00123', '1,234.567', '8811000009'].filter(hasThousands)).toEqual([]);
});
