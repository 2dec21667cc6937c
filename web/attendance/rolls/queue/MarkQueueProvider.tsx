import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { leavingEvent } from '#web/platform/logout-elsewhere.ts';
import { canStore } from '#web/platform/offline/device.ts';
import type { MarkCommand, PendingMark } from '#web/platform/offline/storage.ts';
import { useSession, useUser } from '#web/platform/SessionProvider.tsx';
import { useStorage } from '#web/platform/StorageProvider.tsx';
import { toast } from '#web/ui/toasts.ts';
import { classQuery, rollQuery } from '#web/school/roll.ts';
import { supersededIn, supersededText } from '../superseded.ts';
import { createMarkQueue, type MarkQueue } from './mark-queue.ts';
import { undoAfter } from '../undo-after.ts';
import { countMarks, marksText } from './count-marks.ts';
import { createMarkStore, isInMemory } from './mark-store.ts';
import { sendMark, type MarkAnswer } from './send.ts';

const name = 'attendance-marks';
const QueueContext = createContext<MarkQueue<MarkAnswer> | null>(null);

/** The mark queue of the signed-in user; one page of the browser sends at a time. */
export function MarkQueueProvider({ children }: { children: ReactNode }) {
  const storage = useStorage();
  const { config, now } = useSession();
  const [isStored] = useState(() => storage !== null && canStore(config));
  const { email } = useUser();
  const queries = useQueryClient();
  const [{ queue, channel }] = useState(() => {
    const channel = new BroadcastChannel(name);
    const markQueue = createMarkQueue({
      user: email,
      store: createMarkStore(storage, isStored),
      send: (mark) => sendMark(mark, now),
      undoAfter,
      withLock: async (work) =>
        storage && 'locks' in navigator ? navigator.locks.request(name, work) : work(),
      broadcast: () => channel.postMessage('changed'),
      delay: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    });
    return { queue: markQueue, channel };
  });

  useEffect(() => {
    const wake = () => void queue.wake();
    const whenShown = () => document.visibilityState === 'visible' && wake();
    void queue.start();
    const stopReporting = reportDeferred(queue, queries);
    const stopReading = readClosed(queue, queries);
    channel.addEventListener('message', wake);
    window.addEventListener('online', wake);
    const warn = (event: Event) => void (queue.marks().some(isInMemory) && event.preventDefault());
    window.addEventListener('beforeunload', warn);
    window.addEventListener(leavingEvent, warn);
    document.addEventListener('visibilitychange', whenShown);
    return () => {
      queue.stop();
      stopReporting();
      stopReading();
      channel.removeEventListener('message', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener(leavingEvent, warn);
      document.removeEventListener('visibilitychange', whenShown);
    };
  }, [queue, queries, channel]);

  return <QueueContext.Provider value={queue}>{children}</QueueContext.Provider>;
}

/** A roll that was closed or reopened changes its class, also when its page was left meanwhile. */
const readClosed = (queue: MarkQueue<MarkAnswer>, queries: QueryClient): (() => void) =>
  queue.onDecided(({ type, mark: { class_schedule: id, date, what } }) => {
    if (type !== 'done' || (what.do !== 'close' && what.do !== 'reopen')) return;
    for (const queryKey of [classQuery({ id, date }).queryKey, ['classes', date]])
      void queries.invalidateQueries({ queryKey });
  });

/**
 * Reports deferred marks once, when all are sent, and names the students whose later mark stands. Those that were not
 * taken are listed on their roll, to which the header leads from other pages.
 */
function reportDeferred(queue: MarkQueue<MarkAnswer>, queries: QueryClient): () => void {
  let sent = 0;
  let isAnySent = false;
  let superseded: string[] = [];
  let refused: { what: MarkCommand; reason: string }[] = [];
  return queue.onDecided((it) => {
    if (it.deferred && it.type === 'done') {
      const { class_schedule: id, date, what } = it.mark;
      sent += countTaken(it.mark, it.answer);
      isAnySent = true;
      const roll = queries.getQueryData(rollQuery({ id, date }).queryKey)?.results ?? [];
      // The answer of an undo says itself what became of its marks.
      if (what.takesBack === undefined) superseded.push(...supersededIn(it.answer, roll));
    }
    if (it.deferred && it.type === 'refused' && !it.isShown)
      refused.push({ what: it.mark.what, reason: it.reason });
    if (!(isAnySent || refused.length) || queue.marks().some((mark) => mark.refused === null))
      return;
    if (sent)
      toast('success', `${marksText(sent)} that waited ${sent === 1 ? 'was' : 'were'} sent`);
    if (refused.length) toast('error', refusedText(refused));
    if (superseded.length) toast('information', supersededText(superseded));
    sent = 0;
    isAnySent = false;
    superseded = [];
    refused = [];
  });
}

/** How many marks of a command were taken: none that is held, nor those that the answer names. */
function countTaken(mark: PendingMark, answer: MarkAnswer): number {
  if ('held' in answer || ('bulk' in answer && answer.bulk.held)) return 0;
  return countMarks([mark]) - ('bulk' in answer ? answer.bulk.fail.length : 0);
}

/** "1 mark was refused: This roll is closed". */
function refusedText(refused: readonly { what: MarkCommand; reason: string }[]): string {
  const [reason, ...others] = new Set(refused.map((mark) => mark.reason));
  const count = countMarks(refused);
  const text = `${marksText(count)} ${count === 1 ? 'was' : 'were'} refused`;
  return others.length === 0 ? `${text}: ${reason}` : text;
}

export function useMarkQueue(): MarkQueue<MarkAnswer> {
  const queue = useContext(QueueContext);
  if (!queue) throw new Error('useMarkQueue outside MarkQueueProvider');
  return queue;
}

/** The user's pending marks, and rejected marks that were not dismissed. */
export function usePendingMarks(): {
  waiting: PendingMark[];
  refused: PendingMark[];
  stalled: boolean;
} {
  const queue = useMarkQueue();
  const marks = useSyncExternalStore(queue.subscribe, queue.marks);
  return {
    waiting: marks.filter((mark) => mark.refused === null),
    refused: marks.filter((mark) => mark.refused !== null),
    stalled: queue.isStalled(),
  };
}
