import { describe, expect, it } from 'vitest';
import { cardError, cellError } from './cell-errors.ts';

describe('a cell whose letters were saved in a wrong way is refused', () => {
  const names = [
    'Zoë O’Brien',
    'İpek Şahinoğlu',
    'Łukasz Wiśniewski',
    'Зоя Павлова',
    'Νίκος',
    'محمد',
    '李小龍',
    'Nguyễn',
  ];
  const misread = (name: string) =>
    new TextDecoder('windows-1252').decode(new TextEncoder().encode(name));
  it.each(names)('%s, read as Windows-1252', (name) => {
    expect(cellError(misread(name))).not.toBeNull();
    expect(cellError(name)).toBeNull();
  });

  it.each(['Jos&eacute;', 'Jos&eacute', 'O&#39;Brien'])('%s', (text) => {
    expect(cellError(text)).toContain('saved in a wrong way');
  });

  it.each([
    'KRÍŽ',
    'BÉŽOVÁ',
    'LUPTÚŠ',
    'MUÑOZ',
    'Weiß’ Hof',
    'ANDRÉ’S',
    'Çağlar',
    'Šťastný',
    'ÖŽ',
    'A & B',
  ])('%s is a name', (text) => {
    expect(cellError(text)).toBeNull();
  });
});

describe('a cell of a card has one number', () => {
  it.each([
    '8861010 active',
    '8861015*',
    'ID: 8861015',
    'Temp 8861019',
    'Mifare 8861033',
    '8861015 8861020',
    '8861011;8861012',
    '8861015 (old)',
    '#8861015',
    'active',
    'Yes',
  ])('%s is none', (text) => {
    expect(cardError(text)).not.toBeNull();
  });

  it.each([
    '8861010',
    '04 A2 B3 C4',
    '04:a2:b3:c4',
    'AB CD EF 01',
    'DEADBEEF',
    '123,45678',
    '123 45678',
    'CARD-8861',
    'B-12',
    '0004-8861',
    'FC12 CN45',
  ])('%s is one', (text) => {
    expect(cardError(text)).toBeNull();
  });
});
