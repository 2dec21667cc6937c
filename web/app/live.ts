import { useEffect, useRef, useState } from 'react';
import { authorization } from './api.ts';

const shortestWaitMs = 500;
const longestWaitMs = 8000;

/**
 * Calls `onChange` when something on the stream changed, and once after every (re)connection, since events may
 * have been missed meanwhile. @param onChange `first` is the first connection, just after the page was read.
 * @returns whether the stream is open; while it is not, the caller polls.
 */
export function useLive(path: string | null, onChange: (first: boolean) => void): boolean {
  const [connected, setConnected] = useState(false);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    let opened = 0;
    void follow(path, stop.signal, {
      open() {
        setConnected(true);
        latest.current(opened++ === 0);
      },
      changed: () => latest.current(false),
      lost: () => setConnected(false),
    });
    return () => stop.abort();
  }, [path]);

  return connected;
}

interface Listener {
  open(): void;
  changed(): void;
  lost(): void;
}

/** A fetch stream instead of EventSource: that could not send the bearer token. */
async function follow(path: string, signal: AbortSignal, listener: Listener): Promise<void> {
  let wait = shortestWaitMs;
  while (!signal.aborted) {
    try {
      const answer = await fetch(`/api/v2/${path}`, { headers: authorization(), signal });
      if (!answer.ok || !answer.body) throw new Error(`live updates: ${answer.status}`);
      wait = shortestWaitMs;
      await readEvents(answer.body, listener);
    } catch {
      if (signal.aborted) return;
    }
    listener.lost();
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = Math.min(wait * 2, longestWaitMs);
  }
}

async function readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>, listener: Listener): Promise<void> {
  let pending = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (pending + value).split('\n\n');
    pending = blocks.pop()!;
    for (const block of blocks) {
      if (/^event: open$/m.test(block)) listener.open();
      if (/^event: changed$/m.test(block)) listener.changed();
    }
  }
}
