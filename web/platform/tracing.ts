let isTracing = false;

/** From the answer of the server's settings on, requests carry the beginning of a trace. */
export function traceRequests(isOn: boolean): void {
  isTracing = isOn;
}

const hex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** The header with which a trace begins (W3C Trace Context); none while traces are off. */
export const traceHeader = (): Record<string, string> =>
  isTracing ? { traceparent: `00-${hex(16)}-${hex(8)}-01` } : {};
