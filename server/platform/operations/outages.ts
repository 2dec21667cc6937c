import { messageOf } from '../error-details.ts';
import { transientErrorOf } from '../database/transactions.ts';

/** Logs what failed beside requests. @param what the part that failed, such as `Jobs`. */
export type ReportFailure = (what: string, error: Error) => void;

/** Logs failures of background work; while the database is away, one line stands for all of them. */
export interface OutageLog {
  report: ReportFailure;
  /** False from the first failed attempt to reach the database until one succeeds. */
  isReachable(): boolean;
  stop(): void;
}

interface OutageOptions {
  log: (line: string) => void;
  /** A statement: resolves when the database can be reached. */
  probe: () => Promise<unknown>;
  /** Between two probes, in milliseconds. */
  probeMs?: number;
}

export function createOutageLog({ log, probe, probeMs = 500 }: OutageOptions): OutageLog {
  let awaySince: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  function probeLater(): void {
    timer = setTimeout(() => void probe().then(back, probeLater), probeMs);
    timer.unref();
    if (isStopped) clearTimeout(timer);
  }

  function back(): void {
    const seconds = (performance.now() - (awaySince ?? 0)) / 1000;
    awaySince = null;
    if (!isStopped) log(`The database is back after ${seconds.toFixed(1)} s.`);
  }

  return {
    report(what, error) {
      if (isStopped) return;
      if (transientErrorOf(error) !== 'away') return log(`${what}: ${messageOf(error)}`);
      if (awaySince !== null) return;
      awaySince = performance.now();
      log(`The database is away (${messageOf(error)}); work goes on by itself when it is back.`);
      probeLater();
    },
    isReachable: () => awaySince === null,
    stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}
