import { endpoint } from '../endpoint.ts';
import { erasureEditors } from './erasure-editors.ts';
import {
  decideProposalsBody,
  erasureProposals,
  erasureProposalsQuery,
} from './erasure-proposal.ts';
import type { Permission } from '../permissions.ts';

/** Users who may edit rows of a kind decide about their texts (R-ERASE-1). */
const access: Permission[] = [
  ...erasureEditors.map((subject): Permission => [subject, 'edit']),
  ['Attendance', 'teacherFilter'],
];

export const listErasureProposals = endpoint({
  method: 'GET',
  path: '/attendance/erasure-proposals/',
  summary: 'Texts that may name an erased student, of rows that the caller may edit',
  query: erasureProposalsQuery,
  responses: { 200: erasureProposals },
  access,
  tokens: false,
});

export const decideErasureProposals = endpoint({
  method: 'POST',
  path: '/attendance/erasure-proposals/decide/',
  summary: 'Redact the names and numbers of an erased student in texts, or leave the texts',
  body: decideProposalsBody,
  access,
  tokens: false,
  notFound: true,
  audit: { kind: 'privacy', what: 'Decide texts after an erasure', of: 'erasure_proposal_ids' },
});
