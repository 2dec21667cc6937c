import { endpoint } from '../endpoint.ts';
import {
  createdWebhook,
  newWebhook,
  replayedWebhook,
  replayWebhook,
  webhook,
  webhookDeliveries,
  webhookDeliveriesQuery,
  webhookDelivery,
  webhookParams,
  webhookPatch,
  webhooks,
  webhookSecret,
} from './webhook.ts';

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/attendance/webhooks/',
  summary: 'Webhooks, by name',
  responses: { 200: webhooks },
  access: [['Settings', 'read']],
});

export const addWebhook = endpoint({
  method: 'POST',
  path: '/attendance/webhooks/create/',
  summary: 'Add a webhook; the secret that signs its requests is shown once',
  body: newWebhook,
  responses: { 201: createdWebhook },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Add webhook' },
});

export const changeWebhook = endpoint({
  method: 'PATCH',
  path: '/attendance/webhooks/:id/',
  summary: 'Change a webhook',
  params: webhookParams,
  body: webhookPatch,
  responses: { 200: webhook },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Change webhook' },
});

export const removeWebhook = endpoint({
  method: 'DELETE',
  path: '/attendance/webhooks/:id/',
  summary: 'Delete a webhook with its log',
  params: webhookParams,
  access: [['Settings', 'edit']],
  audit: { kind: 'delete', what: 'Delete webhook' },
});

export const disableWebhook = endpoint({
  method: 'POST',
  path: '/attendance/webhooks/:id/disable/',
  summary: 'Disable a webhook; what happens until it is enabled is not sent',
  params: webhookParams,
  responses: { 200: webhook },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Disable webhook' },
});

export const enableWebhook = endpoint({
  method: 'POST',
  path: '/attendance/webhooks/:id/enable/',
  summary: 'Enable a webhook that was disabled',
  params: webhookParams,
  responses: { 200: webhook },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Enable webhook' },
});

export const renewWebhookSecret = endpoint({
  method: 'POST',
  path: '/attendance/webhooks/:id/secret/',
  summary: 'Make a new secret for a webhook; the old one ends',
  params: webhookParams,
  responses: { 201: webhookSecret },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'New secret', of: 'webhook' },
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/attendance/webhooks/:id/test/',
  summary: 'Send a test event now, and answer what became of it',
  params: webhookParams,
  responses: { 200: webhookDelivery },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Test webhook' },
  rateGroup: 'sign-in',
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/attendance/webhooks/:id/deliveries/',
  summary: 'The log of a webhook, the newest event first',
  params: webhookParams,
  query: webhookDeliveriesQuery,
  responses: { 200: webhookDeliveries },
  access: [['Settings', 'read']],
});

export const replayWebhookDeliveries = endpoint({
  method: 'POST',
  path: '/attendance/webhooks/:id/replay/',
  summary: 'Send events again, with the same ids: chosen ones, or all that failed since an instant',
  params: webhookParams,
  body: replayWebhook,
  responses: { 200: replayedWebhook },
  access: [['Settings', 'edit']],
  audit: { kind: 'change', what: 'Replay events', of: 'webhook' },
});
