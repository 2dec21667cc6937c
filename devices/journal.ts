import {
  appendFileSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Tap {
  sequence: number;
  card: string;
  /** ISO 8601 UTC, by this computer's clock. */
  at: string;
}

/** Taps on disk until they are answered. */
export interface Journal {
  /** On disk when it returns. */
  add(card: string, at: Date): Tap;
  waiting(): Tap[];
  /** Every tap up to this number was answered. */
  answered(sequence: number): void;
  /** The first one, which the server will never take: it stays in `aside.jsonl` for a while. */
  setAside(tap: Tap, now: Date): void;
  /** Ends what is older than the files may be. */
  tidy(now: Date): void;
  /** The next number comes after this one too. */
  goOnAfter(sequence: number): void;
}

/** A longer file is begun again when nothing waits. */
const maxBytes = 1_000_000;
/** What was set aside stays so long, as taps on the server do, and no more of it than so many bytes. */
const asideMs = 90 * 86_400_000;
const maxAsideBytes = 1_000_000;

/** @param folder of the files `taps.jsonl`, `answered.json` and `aside.jsonl`. */
export function openJournal(folder: string): Journal {
  const tapsFile = join(folder, 'taps.jsonl');
  const answeredFile = join(folder, 'answered.json');
  const asideFile = join(folder, 'aside.jsonl');
  let answered = readAnswered(answeredFile);
  let taps = readTaps(tapsFile).filter(({ sequence }) => sequence > answered.sequence);
  let last = Math.max(answered.sequence, ...taps.map(({ sequence }) => sequence));
  // Without what the power's loss has cut: only whole lines were answered as stored.
  let file = rewrite(tapsFile, taps);
  let bytes = 0;

  function write(state: { sequence: number }): void {
    const draft = `${answeredFile}.new`;
    const opened = openSync(draft, 'w');
    writeFileSync(opened, JSON.stringify(state));
    fsyncSync(opened);
    closeSync(opened);
    renameSync(draft, answeredFile);
  }

  /** Without the taps that were answered, once none waits. */
  function beginAgain(): void {
    if (taps.length > 0) return;
    closeSync(file);
    file = rewrite(tapsFile, []);
    bytes = 0;
  }

  const journal: Journal = {
    add(card, at) {
      const tap = { sequence: last + 1, card, at: at.toISOString() };
      bytes += writeSync(file, `${JSON.stringify(tap)}\n`);
      fsyncSync(file);
      last = tap.sequence;
      taps.push(tap);
      return tap;
    },
    waiting: () => taps,
    answered(sequence) {
      answered = { sequence };
      write(answered);
      taps = taps.filter((tap) => tap.sequence > sequence);
      if (bytes >= maxBytes) beginAgain();
    },
    setAside(tap, now) {
      appendFileSync(asideFile, `${JSON.stringify(tap)}\n`, { flush: true });
      journal.answered(tap.sequence);
      tidyAside(asideFile, now);
    },
    tidy(now) {
      tidyAside(asideFile, now);
      if (bytes > 0) beginAgain();
    },
    goOnAfter(sequence) {
      last = Math.max(last, sequence);
    },
  };
  return journal;
}

function readAnswered(file: string): { sequence: number } {
  try {
    const { sequence } = JSON.parse(readFileSync(file, 'utf8')) as { sequence: number };
    return { sequence };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { sequence: 0 };
    throw error;
  }
}

/** The newest taps that were set aside, within age and size. */
function tidyAside(file: string, now: Date): void {
  const all = readTaps(file);
  let room = maxAsideBytes;
  const stay = all
    .filter(({ at }) => now.getTime() - Date.parse(at) <= asideMs)
    .toReversed()
    .filter((tap) => (room -= Buffer.byteLength(JSON.stringify(tap)) + 1) >= 0)
    .toReversed();
  if (stay.length < all.length) closeSync(rewrite(file, stay));
}

function readTaps(file: string): Tap[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Tap);
}

/** @returns the file, open at its end. */
function rewrite(file: string, taps: Tap[]): number {
  const draft = `${file}.new`;
  const opened = openSync(draft, 'w');
  writeFileSync(opened, taps.map((tap) => `${JSON.stringify(tap)}\n`).join(''));
  fsyncSync(opened);
  closeSync(opened);
  renameSync(draft, file);
  return openSync(file, 'a');
}
