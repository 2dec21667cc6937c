import { defineConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** Tests that take many rows, or many seconds of waiting: a part of `npm run proof`. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ['{server,scripts}/**/*.long.test.ts'],
    exclude: [],
    maxWorkers: 1,
  },
});
