import { parentPort, workerData } from 'node:worker_threads';
import { readText, type ReadFile, type ReadOptions } from './read.ts';
import type { FileName } from './columns.ts';

/** What the thread reads, and how many of the faults that it finds are handed back. */
export interface ReadJob {
  name: FileName;
  bytes: Uint8Array;
  options: ReadOptions;
  maxFaults: number;
}

/** The file with its first faults, and how many there are in all. */
export interface ReadResult {
  file: ReadFile;
  faults: number;
  badRows: number;
}

// Thousands of rows are checked one by one: in a thread of its own, nobody's tap waits for it.
const { name, bytes, options, maxFaults } = workerData as ReadJob;
const file = readText(name, bytes, options);
const faults = file.bad.sort((a, b) => a.line - b.line);
const result: ReadResult = {
  file: { ...file, bad: faults.slice(0, maxFaults) },
  faults: faults.length,
  badRows: new Set(faults.map(({ line }) => line)).size,
};
parentPort!.postMessage(result);
