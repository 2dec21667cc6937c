import { randomUUID } from 'node:crypto';

/** Maximum topics whose latest notification is remembered. */
const rememberedTopics = 10_000;

/** Numbers the notifications of this process, and remembers the last one of each topic. */
export interface TopicLog {
  record(topic: string): void;
  /** Records that notifications may have been missed, of any topic. */
  recordGap(): void;
  /** The current position. */
  moment(): string;
  /** True when the topics have had no notification since a position of this process. */
  isUnchanged(topics: string[], since: string): boolean;
}

export function createTopicLog(): TopicLog {
  const self = randomUUID();
  /**
   * Number of notifications; `latest` has the last one of each topic, oldest first; `lastDropped`
   * is the last one without its topic.
   */
  let position = 0;
  let lastDropped = 0;
  const latest = new Map<string, number>();
  return {
    record(topic) {
      latest.delete(topic);
      latest.set(topic, ++position);
      for (const [oldest, number] of latest) {
        if (latest.size <= rememberedTopics) return;
        latest.delete(oldest);
        lastDropped = number;
      }
    },
    recordGap() {
      lastDropped = ++position;
    },
    moment: () => `${self}.${position}`,
    isUnchanged(topics, since) {
      const [process, number] = since.split('.');
      if (process !== self || Number(number) < lastDropped) return false;
      return topics.every((topic) => (latest.get(topic) ?? 0) <= Number(number));
    },
  };
}
