import { Agent, get, type IncomingMessage } from 'node:http';

/** Open attendance screens: each follows one class and reconnects when its connection ends. */
interface Listeners {
  open(): number;
  events(): number;
  reconnects(): number;
  close(): void;
}

interface Options {
  base: (number: number) => string;
  token: string;
  paths: string[];
  count: number;
  onChanged?: (number: number) => void;
}

export function openListeners({ base, token, paths, count, onChanged }: Options): Listeners {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const streams = new Set<IncomingMessage>();
  let [events, reconnects, closed] = [0, 0, false];

  function listen(number: number, wait: number): void {
    if (closed) return;
    const reconnect = () => {
      if (closed) return;
      reconnects++;
      setTimeout(() => listen(number, Math.min(wait * 2, 8000)), wait);
    };
    const address = `${base(number)}/api/v2/attendance/${paths[number % paths.length]!}`;
    const request = get(
      address,
      { agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        if (answer.statusCode !== 200) {
          answer.resume();
          return reconnect();
        }
        streams.add(answer);
        answer.on('data', (bytes: Buffer) => {
          const changed = bytes.toString().split('event: changed').length - 1;
          events += changed;
          if (changed) onChanged?.(number);
        });
        answer.on('close', () => {
          streams.delete(answer);
          setTimeout(() => listen(number, 500), closed ? 0 : 500).unref();
          if (!closed) reconnects++;
        });
      },
    );
    request.on('error', reconnect);
  }
  for (let number = 0; number < count; number++) listen(number, 500);
  return {
    open: () => streams.size,
    events: () => events,
    reconnects: () => reconnects,
    close() {
      closed = true;
      streams.forEach((stream) => stream.destroy());
      agent.destroy();
    },
  };
}
