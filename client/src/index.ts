export { createClient, type CallOptions, type Client, type ClientOptions } from './client.ts';
export { ApiError } from './errors.ts';
export { fullName, type PersonName } from '../../contract/person-name.ts';
export {
  verifyWebhook,
  WebhookError,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookRequest,
} from './webhooks.ts';
export type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoint.ts';
export * from './calls.ts';
