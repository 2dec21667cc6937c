import type { FastifyRequest } from 'fastify';

/** A reader or tablet that calls with its key. */
export interface CurrentDevice {
  id: number;
  name: string;
  kind: 'reader' | 'tablet';
  /** Of its key. */
  generation: number;
  shows_names: boolean;
  is_revoked: boolean;
  /**
   * Of a signed call: signs its answer, so that another one cannot be written on the way.
   * @returns 64 hexadecimal digits.
   */
  signAnswer?: (status: number, body: string) => string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard on the routes of devices. */
    device: CurrentDevice;
  }
}

/** Finds the device of a request. @throws ApiError 401 */
export type IdentifyDevice = (request: FastifyRequest) => Promise<CurrentDevice>;
