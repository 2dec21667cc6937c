import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { errorDetail } from '../error-details.ts';

/** Traces of requests and their statements; loaded only where they are switched on. */
export interface Tracing {
  /** Each request of the API is a span, below that of the browser which made it. */
  follow(app: FastifyInstance): void;
  /** A client of the database each of whose statements is a span below that of its request. */
  clientOf: (base: typeof pg.Client) => typeof pg.Client;
  /** Sends what waits. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** The collector, such as `http://localhost:4318`. */
  endpoint: string;
  /** The share of traces that are recorded, 0 to 1. */
  ratio: number;
}

const maxTextLength = 1000;

export function startTracing({ endpoint, ratio }: TracingOptions): Tracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'attendance' }),
    // By the trace's id, whatever a client claims.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
    ],
  });
  const tracer = provider.getTracer('attendance');
  return {
    follow: (app) => followRequests(app, tracer),
    clientOf: (base) => tracedClient(base, tracer),
    stop: () => provider.shutdown(),
  };
}

function followRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const parent = propagation.extract(context.active(), request.headers);
    const span = tracer.startSpan(
      `${request.method} ${request.routeOptions.url ?? 'none'}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': request.routeOptions.url ?? 'none',
          'attendance.request_id': request.id,
        },
      },
      parent,
    );
    spans.set(request, span);
    // The log of the request names its trace.
    request.log = request.log.child({ trace_id: span.spanContext().traceId });
    reply.log = request.log;
    context.with(trace.setSpan(parent, span), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    done();
  });
}

/** The texts of statements have `$1` where values are; COPY and LISTEN are no spans. */
function tracedClient(Base: typeof pg.Client, tracer: Tracer): typeof pg.Client {
  return class extends Base {
    // oxlint-disable-next-line typescript/no-explicit-any -- pg's query has a dozen overloads.
    override query(...args: any[]): any {
      const run = super.query.bind(this) as (...given: unknown[]) => unknown;
      const text = textOf(args[0]);
      if (text === null || !trace.getActiveSpan()) return run(...args);
      const span = tracer.startSpan(text.split(/\s+/, 1)[0]!.toUpperCase(), {
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.text': text.slice(0, maxTextLength),
        },
      });
      const end = (error?: unknown) => {
        if (error)
          span.setStatus({ code: SpanStatusCode.ERROR, message: errorDetail(error, 'code') });
        span.end();
      };
      const callback: unknown = args.at(-1);
      if (typeof callback === 'function') {
        return run(...args.slice(0, -1), (error: unknown, result: unknown) => {
          end(error);
          callback(error, result);
        });
      }
      const result = run(...args);
      if (result instanceof Promise)
        result.then(
          () => end(),
          (error: unknown) => end(error),
        );
      else end();
      return result;
    }
  };
}

function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query.trim();
  return errorDetail(query, 'text')?.trim() ?? null;
}
