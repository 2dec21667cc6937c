import { endpoint } from '../endpoint.ts';
import {
  redListDecided,
  redListDecision,
  redListLines,
  redListQuery,
} from './red-list-computed.ts';
import { newRedListRule, redListRules, savedRule } from './red-list-rule.ts';
import { idParams } from '../resource-endpoints.ts';

export const listComputedRedList = endpoint({
  method: 'GET',
  path: '/attendance/redlistedstudents/computed/',
  summary:
    'Students on the red list by rule or by hand, each with why and what can still be reached',
  query: redListQuery,
  responses: { 200: redListLines },
  access: [['Red List Students', 'read']],
});

export const decideRedList = endpoint({
  method: 'POST',
  path: '/attendance/redlistedstudents/computed/decide/',
  summary: 'Accept or dismiss computed entries, or open them again',
  body: redListDecision,
  responses: { 200: redListDecided },
  access: [['Red List Students', 'edit']],
  audit: { kind: 'change', what: 'Decide red list' },
});

export const listRedListRules = endpoint({
  method: 'GET',
  path: '/attendance/redlistrules/',
  summary: 'The rules of the computed red list',
  responses: { 200: redListRules },
  access: [['Red List Students', 'read']],
});

export const addRedListRule = endpoint({
  method: 'POST',
  path: '/attendance/redlistrules/create/',
  summary: 'Add a rule, or preview how many it lists',
  body: newRedListRule,
  responses: { 200: savedRule, 201: savedRule },
  access: [['Red List Students', 'edit']],
  audit: { kind: 'change', what: 'Add red list rule' },
});

export const changeRedListRule = endpoint({
  method: 'PATCH',
  path: '/attendance/redlistrules/:id/',
  summary: 'Replace a rule, or preview how many it lists',
  params: idParams,
  body: newRedListRule,
  responses: { 200: savedRule },
  access: [['Red List Students', 'edit']],
  audit: { kind: 'change', what: 'Change red list rule' },
});

export const removeRedListRule = endpoint({
  method: 'DELETE',
  path: '/attendance/redlistrules/:id/',
  summary: 'Remove a rule; its entries are cleared three days later',
  params: idParams,
  access: [['Red List Students', 'edit']],
  audit: { kind: 'delete', what: 'Remove red list rule' },
});
