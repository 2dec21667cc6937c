import { useEffect, useRef, useState } from 'react';
import { addressOf, type QueryOf } from '#contract/endpoint.ts';
import { followChanges } from '#contract/attendance/attendance.endpoints.ts';
import type { ClassCounts, LiveChange, MarkOfRow } from '#contract/live.ts';
import { discardAhead } from './ahead.ts';
import { authorization } from './api.ts';
import { takePlace, whenHidden, whenVisible } from './stream-places.ts';
import { whenIdle } from './when-idle.ts';

const minWaitMs = 500;
const maxWaitMs = 8000;
/** How often a page reads while others have all streams. */
const withoutPlaceMs = 3000;

interface Handlers {
  /**
   * Reads the data again: the event carried no data, or events may have been missed.
   * @param first on the first connection, just after the page was loaded.
   */
  reload: (first: boolean) => void;
  /** Shows the data of an event; nothing else has changed. */
  marks?: (marks: MarkOfRow[]) => void;
  counts?: (counts: ClassCounts[]) => void;
  /** The server's position of the displayed data. */
  since?: () => string | undefined;
}

/**
 * Follows the changes of a class on a date, of a date, or of the plan of the dates until another.
 * @returns whether the stream is open; otherwise the caller polls.
 */
export function useLive(
  query: Omit<QueryOf<typeof followChanges>, 'since'> | null,
  handlers: Handlers,
): boolean {
  const { class_schedule, date, until } = query ?? {};
  const { reload, marks: showMarks, counts: showCounts, since } = handlers;
  const address =
    date === undefined ? null : addressOf(followChanges, {}, { class_schedule, date, until });
  return useStream<LiveChange>(address, {
    reload,
    changed({ marks, counts }) {
      if (marks && showMarks) showMarks(marks);
      else if (counts && showCounts) showCounts(counts);
      else reload(false);
    },
    ...(since && { since }),
  });
}

interface StreamHandlers<Change> extends Pick<Handlers, 'reload' | 'since'> {
  /** The data of an event `changed`. */
  changed: (change: Change) => void;
}

/**
 * Follows a stream of events.
 * @param address with its query, without `since`; null for none.
 * @returns whether it is open; otherwise the caller polls.
 */
export function useStream<Change extends object>(
  address: string | null,
  handlers: StreamHandlers<Change>,
): boolean {
  const [connected, setConnected] = useState(false);
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });

  useEffect(() => {
    if (address === null) return;
    const stop = new AbortController();
    let opened = 0;
    const withSince = () => {
      const since = latest.current.since?.();
      if (since === undefined) return address;
      return `${address}${address.includes('?') ? '&' : '?'}since=${encodeURIComponent(since)}`;
    };
    const listener: Listener = {
      open(changed) {
        setConnected(true);
        const first = opened++ === 0;
        discardAhead();
        if (changed) latest.current.reload(first);
      },
      // The server's contract says what its events carry.
      changed: (change) => latest.current.changed(change as Change),
      lost: () => setConnected(false),
    };
    // Nothing is missed: the stream begins with what has changed since the displayed data.
    const cancel = whenIdle(() => void follow(withSince, stop.signal, listener));
    return () => {
      cancel();
      stop.abort();
    };
  }, [address]);

  return connected;
}

interface Listener {
  open(changed: boolean): void;
  changed(change: object): void;
  lost(): void;
}

/**
 * A fetch stream instead of EventSource: that could not send the bearer token. A hidden page has none, and one
 * without a place reads again and again.
 */
async function follow(
  address: () => string,
  signal: AbortSignal,
  listener: Listener,
): Promise<void> {
  let wait = minWaitMs;
  while (!signal.aborted) {
    await whenVisible(signal);
    const release = await takePlace();
    if (!release) {
      await sleep(withoutPlaceMs);
      if (!signal.aborted && document.visibilityState === 'visible')
        listener.changed({ topic: null });
      continue;
    }
    const ended = new AbortController();
    const hidden = whenHidden(ended.signal);
    try {
      const answer = await fetch(address(), {
        headers: authorization(),
        signal: AbortSignal.any([signal, hidden]),
      });
      if (!answer.ok || !answer.body) throw new Error(`live updates: ${answer.status}`);
      wait = minWaitMs;
      await readEvents(answer.body, listener);
    } catch {
      if (signal.aborted) return;
    } finally {
      ended.abort();
      release();
    }
    listener.lost();
    if (hidden.aborted) continue;
    await sleep(wait);
    wait = Math.min(wait * 2, maxWaitMs);
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  listener: Listener,
): Promise<void> {
  let pending = '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    pending += value;
    for (let end = pending.indexOf('\n\n'); end >= 0; end = pending.indexOf('\n\n')) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/m.exec(pending.slice(0, end)) ?? [];
      pending = pending.slice(end + 2);
      if (data === undefined) continue;
      if (event === 'open') listener.open((JSON.parse(data) as { changed: boolean }).changed);
      if (event === 'changed') listener.changed(JSON.parse(data) as object);
    }
  }
}
