import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { endpoints } from './endpoints.ts';

const manual = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');
/** The calls that every resource has are described once. */
const ofResources = /^(list|get|create|change|remove)[A-Z]/;

describe.each(endpoints.map((listed) => [listed.operationId, listed] as const))(
  '%s',
  (operationId, { endpoint, key }) => {
    const [path = ''] = endpoint.path.replace(/^\/(attendance\/)?/, '').split('/:');

    it('has a unique path and a summary', () => {
      expect(
        endpoints.filter((other) => other.key === key || other.operationId === operationId),
      ).toHaveLength(1);
      expect(endpoint.summary).toMatch(/^[A-Z].{8,120}[^.]$/);
    });

    it('has a name in the audit log when it changes something', () => {
      if (endpoint.method !== 'GET')
        expect(endpoint.audit, 'add audit to the endpoint').toBeDefined();
    });

    it('is in docs/api.md', () => {
      const isOfResource = ofResources.test(operationId) && path.endsWith('/create/');
      const name = path.replace(/\/$/, '').replace(/\/(create|release)$/, '');
      if (!isOfResource)
        expect(manual.includes(name), `add a line with ${name} to docs/api.md`).toBe(true);
    });
  },
);
