/** Maximum streams of one user per process: more than usual open tabs. */
export const maxStreamsPerUser = 30;

/** The open streams of each user. */
export interface OpenStreams {
  /**
   * Registers a user's stream, which ends when this process stops.
   * @returns a function that unregisters it; null when the user has too many.
   */
  register(user: number, end: () => void): (() => void) | null;
  /** Ends open streams, so that a stop need not wait for them. */
  endStreams(): void;
}

export function createOpenStreams(): OpenStreams {
  const streams = new Map<number, Set<() => void>>();
  return {
    register(user, end) {
      const open = streams.get(user) ?? new Set();
      if (open.size >= maxStreamsPerUser) return null;
      streams.set(user, open.add(end));
      return () => {
        open.delete(end);
        if (open.size === 0) streams.delete(user);
      };
    },
    endStreams() {
      for (const open of streams.values()) for (const end of open) end();
    },
  };
}
