import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';

type Cell = string | number | boolean | null | { datetime?: string; date?: string };

/** What `read.py` prints of each. */
interface Read {
  workbook: { name: string; frozen: string | null; rows: Cell[][]; kinds: string[] }[];
  calendar: {
    name: string;
    errors: string[];
    events: { uid: string; start: string; summary: string; location: string }[];
  };
  mail: {
    headers: Record<string, string>;
    defects: string[];
    text: string;
    files: { name: string; base64: string }[];
  };
}

/** Reads a file with a library of Python. */
export function read<As extends keyof Read>(as: As, bytes: Uint8Array): Read[As] {
  const { stdout, stderr, status } = spawnSync(
    '/usr/bin/python3',
    [join(import.meta.dirname, 'read.py'), as],
    { input: bytes, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Read[As];
}

/** As the CSV file of the same rows has it. */
export function asText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  return (cell.datetime ?? cell.date ?? '').replace(/T00:00:00$/, '').replace('T', ' ');
}
