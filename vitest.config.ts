import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest start first: at the end no processor waits for the last one. */
const longest = [
  'server/exchange/undo/any-order.test.ts',
  'server/pairs.test.ts',
  'server/pay-secrecy.test.ts',
  'server/exchange/exports/mail.test.ts',
  'server/platform/database/migrate.test.ts',
  'server/people/students/bulk.test.ts',
  'server/platform/http/large-lists.test.ts',
  'server/start.test.ts',
  'server/formula.test.ts',
  'server/people/students/bulk-limits.test.ts',
  'server/attendance/rolls/roll-reminders.test.ts',
  'server/exchange/undo/with-later.test.ts',
  'server/backup.test.ts',
  'server/backup-crafted.test.ts',
  'server/fuzz.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      longest.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ['{client,contract,server,web,scripts,devices}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, '**/*.long.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    // Modules that a hundred files import are imported once per worker: they have no state of their
    // own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // A slow machine is not an error.
    expect: { poll: { timeout: 15_000 } },
    // Each file starts a server and a database of its own, and waits for them about a third of its
    // time.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    coverage: {
      include: ['{contract,server,web}/**/*.{ts,tsx}'],
      exclude: ['server/test/**', '**/*.test.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
