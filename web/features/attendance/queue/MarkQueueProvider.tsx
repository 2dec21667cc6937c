import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { mayStore } from '../../../app/offline/device.ts';
import type { KeptMark } from '../../../app/offline/storage.ts';
import { useSession, useUser } from '../../../app/SessionProvider.tsx';
import { useStorage } from '../../../app/StorageProvider.tsx';
import { toast } from '../../../ui/toasts.ts';
import { createMarkQueue, type MarkQueue } from './mark-queue.ts';
import { markStore } from './mark-store.ts';
import { sendMark, type MarkAnswer } from './send.ts';

const name = 'attendance-marks';
const QueueContext = createContext<MarkQueue<MarkAnswer> | null>(null);

/** The signed-in user's marks on their way, on whatever page; one page of the browser sends at a time. */
export function MarkQueueProvider({ children }: { children: ReactNode }) {
  const storage = useStorage();
  const { config } = useSession();
  const [isStored] = useState(() => storage !== null && mayStore(config));
  const { email } = useUser();
  const [{ queue, others }] = useState(() => {
    const channel = new BroadcastChannel(name);
    const made = createMarkQueue({
      user: email,
      store: markStore(storage, isStored),
      send: sendMark,
      exclusively: async (work) => (storage && 'locks' in navigator ? navigator.locks.request(name, work) : work()),
      tellOthers: () => channel.postMessage('changed'),
      pause: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    });
    return { queue: made, others: channel };
  });

  useEffect(() => {
    const wake = () => void queue.wake();
    const whenShown = () => document.visibilityState === 'visible' && wake();
    wake();
    const quiet = tellLate(queue);
    others.addEventListener('message', wake);
    window.addEventListener('online', wake);
    const warn = (event: BeforeUnloadEvent) => void (!isStored && queue.marks().length > 0 && event.preventDefault());
    window.addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', whenShown);
    return () => {
      queue.stop();
      quiet();
      others.removeEventListener('message', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', whenShown);
    };
  }, [queue, others, isStored]);

  return <QueueContext.Provider value={queue}>{children}</QueueContext.Provider>;
}

/** Marks that had to wait are told once, when all of them are through, on whatever page. */
function tellLate(queue: MarkQueue<MarkAnswer>): () => void {
  let sent = 0;
  return queue.onDecided(({ is, late }) => {
    if (late && is === 'done') sent++;
    if (sent === 0 || queue.marks().some((mark) => mark.refused === null)) return;
    toast('success', sent === 1 ? '1 mark that waited was sent' : `${sent} marks that waited were sent`);
    sent = 0;
  });
}

export function useMarkQueue(): MarkQueue<MarkAnswer> {
  const queue = useContext(QueueContext);
  if (!queue) throw new Error('useMarkQueue outside MarkQueueProvider');
  return queue;
}

/** The user's marks that wait, and those that were refused and that nobody has seen yet. */
export function useKeptMarks(): { waiting: KeptMark[]; refused: KeptMark[]; heldUp: boolean } {
  const queue = useMarkQueue();
  const marks = useSyncExternalStore(queue.subscribe, queue.marks);
  return {
    waiting: marks.filter((mark) => mark.refused === null),
    refused: marks.filter((mark) => mark.refused !== null),
    heldUp: queue.isHeldUp(),
  };
}
