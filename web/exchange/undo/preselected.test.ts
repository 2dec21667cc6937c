import { describe, expect, it } from 'vitest';
import { preselected } from './preselected.ts';

const outcome = (refused: number) => ({
  undone: 1,
  refused,
  following: 0,
  counts: {},
  parts: [
    {
      id: 1,
      of: null,
      staying: refused,
      rows: refused
        ? [{ table: 'student', key: '1', label: null, reason: 'x', partly: false, follows: false }]
        : [],
    },
  ],
});
const laterOf = (isStep: boolean, refusal: string | null = null) => ({
  total: 1,
  refusal,
  operations: [
    {
      id: 2,
      kind: 'upload' as const,
      about: 'students',
      brings_back: false,
      done_by: null,
      done_at: '2026-03-02T08:00:00Z',
      counts: {},
      is_step: isStep,
    },
  ],
});
const known = { later: laterOf(false), alone: undefined, all: undefined };

describe('a change is undone with the later ones by default (R-UNDO-6)', () => {
  it('where it is an import, and nothing forbids it', () => {
    expect(preselected({ id: 1, kind: 'import' }, known)).toBe(true);
    expect(preselected({ id: 1, kind: 'import' }, { ...known, later: laterOf(false, 'no') })).toBe(
      false,
    );
    expect(preselected({ id: 1, kind: 'import' }, { ...known, later: undefined })).toBe(null);
  });

  it('where it is an undo whose step took more, and nothing else came later', () => {
    expect(preselected({ id: 1, kind: 'undo' }, { ...known, later: laterOf(true) })).toBe(true);
    expect(preselected({ id: 1, kind: 'undo' }, known)).toBe(false);
  });

  it('where rows of it would stay only because of the later ones', () => {
    const upload = { id: 1, kind: 'upload' } as const;
    expect(preselected(upload, known)).toBe(null);
    expect(preselected(upload, { ...known, alone: outcome(0) })).toBe(false);
    expect(preselected(upload, { ...known, alone: outcome(2) })).toBe(null);
    expect(preselected(upload, { ...known, alone: outcome(2), all: outcome(0) })).toBe(true);
    expect(preselected(upload, { ...known, alone: outcome(2), all: outcome(2) })).toBe(false);
  });
});
